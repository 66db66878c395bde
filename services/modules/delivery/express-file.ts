import { bareCell, type OwnFormat, ownFormatOf } from '#services/runtime/tables/table-cells.ts';
import { encodingOf } from '#services/runtime/tables/table-encoding.ts';
import { recordsOf } from '#services/runtime/tables/table-records.ts';

/** Lines of one file, its head not counted. */
export const MAX_EXPRESS_LINES = 5_000;

/** The cells of a line, without blanks and a spreadsheet's marks. */
export interface ExpressLine {
  /** In the file, from 1. */
  line: number;
  out_trade_no: string;
  /** As the creator calls it. */
  company: string;
  express_no: string;
}

export type ExpressFile =
  | { ok: true; lines: ExpressLine[] }
  /** `not_text`: neither UTF-8, UTF-16 nor GBK. `no_columns`: its head names other columns. */
  | { ok: false; problem: 'not_text' | OwnFormat | 'no_columns' | 'empty' | 'too_many_lines' };

type Column = keyof Omit<ExpressLine, 'line'>;

/** Names of the columns in headers, in lower case without blanks. */
const NAMES: Readonly<Record<Column, readonly string[]>> = {
  out_trade_no: ['out_trade_no', '订单号', '订单编号', 'order', 'ordernumber', 'orderno'],
  company: ['company', '快递公司', '物流公司', '承运公司', 'express', 'expresscompany', 'carrier'],
  express_no: [
    'express_no',
    '快递单号',
    '物流单号',
    '运单号',
    'expressnumber',
    'expressno',
    'trackingnumber',
    'trackingno',
  ],
};
const COLUMNS = ['out_trade_no', 'company', 'express_no'] as const;

const plainName = (cell: string): string => bareCell(cell).toLowerCase().replace(/\s/g, '');

/** The place of each column: by the header's names, or in our order without a header. */
function placesOf(first: readonly string[]): { places: number[]; headed: boolean } | undefined {
  const names = first.map(plainName);
  const places = COLUMNS.map((column) => names.findIndex((name) => NAMES[column].includes(name)));
  if (places.every((place) => place !== -1)) return { places, headed: true };
  // An order's number has a digit; no name of a column has.
  const looksLikeData = first.length >= COLUMNS.length && /\d/.test(first[0] ?? '');
  return looksLikeData ? { places: [0, 1, 2], headed: false } : undefined;
}

/** Reads which order goes in which parcel, from a CSV file. */
export function readExpressFile(bytes: Uint8Array): ExpressFile {
  const own = ownFormatOf(bytes);
  if (own !== undefined) return { ok: false, problem: own };
  const encoding = encodingOf(bytes);
  const text = encoding && new TextDecoder(encoding).decode(bytes);
  if (text === undefined || text.includes('\0')) return { ok: false, problem: 'not_text' };
  const records = recordsOf(text);
  const [first] = records;
  if (first === undefined) return { ok: false, problem: 'empty' };
  if (records.length > MAX_EXPRESS_LINES + 1) return { ok: false, problem: 'too_many_lines' };
  const columns = placesOf(first.cells);
  if (columns === undefined) return { ok: false, problem: 'no_columns' };
  const lines = records.map(({ line, cells }) => {
    const [out_trade_no, company, express_no] = columns.places.map((place) => bareCell(cells[place]));
    return {
      line,
      out_trade_no: out_trade_no ?? '',
      company: company ?? '',
      express_no: express_no ?? '',
    };
  });
  const data = columns.headed ? lines.slice(1) : lines;
  if (data.length === 0) return { ok: false, problem: 'empty' };
  return data.length > MAX_EXPRESS_LINES
    ? { ok: false, problem: 'too_many_lines' }
    : { ok: true, lines: data };
}
