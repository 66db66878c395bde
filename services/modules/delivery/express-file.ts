import { isUtf8 } from 'node:buffer';
import { parse } from 'csv-parse/sync';

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
  /** `not_text`: neither UTF-8 nor GBK. `no_columns`: its head names other columns. */
  | { ok: false; problem: 'not_text' | 'no_columns' | 'empty' | 'too_many_lines' };

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

/** Spreadsheets in China write GBK, unless configured otherwise; most else writes UTF-8. */
function textOf(bytes: Uint8Array): string | undefined {
  if (isUtf8(bytes)) return new TextDecoder('utf-8').decode(bytes);
  try {
    return new TextDecoder('gb18030', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** The cells of each line; none if its quotes do not close. */
function cellsOf(lines: readonly string[], delimiter: string): string[][] {
  const options = { delimiter, relax_column_count: true, skip_empty_lines: false };
  try {
    const records: string[][] = parse(lines.join('\n'), options);
    if (records.length === lines.length) return records;
  } catch {
    // One of them is broken: parsing each separately finds it.
  }
  return lines.map((line) => {
    try {
      return parse(line, options)[0] ?? [];
    } catch {
      return [];
    }
  });
}

/** `="217…"`, `'217…` and tabs keep a spreadsheet from shortening a long number. */
const bare = (cell = ''): string =>
  cell
    .normalize('NFKC')
    .replace(/^[\s=']*"?|"?\s*$/g, '')
    .trim();

const plainName = (cell: string): string => bare(cell).toLowerCase().replace(/\s/g, '');

/** The place of each column: by the header's names, or in our order without a header. */
function placesOf(first: readonly string[]): { places: number[]; headed: boolean } | undefined {
  const names = first.map(plainName);
  const places = COLUMNS.map((column) => names.findIndex((name) => NAMES[column].includes(name)));
  if (places.every((place) => place !== -1)) return { places, headed: true };
  // An order's number has a digit; no name of a column has.
  const looksLikeData = first.length >= COLUMNS.length && /\d/.test(first[0] ?? '');
  return looksLikeData ? { places: [0, 1, 2], headed: false } : undefined;
}

const delimiterOf = (line: string): string => [',', '\t', ';'].find((mark) => line.includes(mark)) ?? ',';

/** Reads which order goes in which parcel, from a CSV file. */
export function readExpressFile(bytes: Uint8Array): ExpressFile {
  const text = textOf(bytes)?.replace(/^\uFEFF/, '');
  if (text === undefined || text.includes('\0')) return { ok: false, problem: 'not_text' };
  const written = text
    .split(/\r\n|\r|\n/)
    .map((content, at) => ({ content, line: at + 1 }))
    .filter(({ content }) => content.replace(/[\s,;]/g, '') !== '');
  const [first] = written;
  if (first === undefined) return { ok: false, problem: 'empty' };
  if (written.length > MAX_EXPRESS_LINES + 1) return { ok: false, problem: 'too_many_lines' };
  const cells = cellsOf(
    written.map(({ content }) => content),
    delimiterOf(first.content),
  );
  const columns = placesOf(cells[0] ?? []);
  if (columns === undefined) return { ok: false, problem: 'no_columns' };
  const lines = written.map(({ line }, at) => {
    const [out_trade_no, company, express_no] = columns.places.map((place) => bare(cells[at]?.[place]));
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
