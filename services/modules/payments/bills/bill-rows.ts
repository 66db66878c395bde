import { Readable } from 'node:stream';
import { parse } from 'csv-parse';
import { type Fen, fenOf } from '#events/money.ts';
import type { Millis } from '#events/time.ts';
import { UnusableFile } from '../provider.ts';
import type { BillLine } from './bill-file.ts';

const DAY_MS = 86_400_000;
const BEIJING_MS = 8 * 3_600_000;

/** The days of Beijing that a period touches, as `2026-11-30`: bills are of these. */
export function beijingDays(from: Millis, to: Millis): string[] {
  const first = Math.floor((from + BEIJING_MS) / DAY_MS);
  const last = Math.floor((to - 1 + BEIJING_MS) / DAY_MS);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, nth) =>
    new Date((first + nth) * DAY_MS).toISOString().slice(0, 10),
  );
}

/** The end of the last day of Beijing that a period touches. */
export const endOfBeijingDay = (to: Millis): Millis =>
  (Math.floor((to - 1 + BEIJING_MS) / DAY_MS) + 1) * DAY_MS - BEIJING_MS;

/** A row by the names of the bill's columns. Throws for a column that the bill does not have. */
export interface BillRow {
  /** In the file, from 1. */
  line: number;
  has(column: string): boolean;
  cell(column: string): string;
  /** fen; an empty cell is zero. Throws for what is no amount. */
  fen(column: string): Fen;
}

/** Bills put signs before cells, so that spreadsheets do not change them. */
const bare = (cell: string): string => cell.replace(/^[`\t]+/, '').trim();

const AMOUNT = /^([+-]?)(\d{1,11})(?:\.(\d{1,2})0*)?$/;

function fenIn(text: string): Fen | undefined {
  if (text === '') return fenOf(0);
  const [, sign = '', whole = '', decimals = ''] = AMOUNT.exec(text.replaceAll(',', '')) ?? [];
  if (whole === '') return undefined;
  const fen = Number(whole) * 100 + Number(decimals.padEnd(2, '0'));
  return fenOf(sign === '-' && fen !== 0 ? -fen : fen);
}

function rowOf(name: string, head: readonly string[], cells: readonly string[], line: number): BillRow {
  const cell = (column: string): string => {
    const place = head.indexOf(column);
    if (place === -1) throw new UnusableFile(`${name}: a bill has no column ${column}`);
    return bare(cells[place] ?? '');
  };
  return {
    line,
    has: (column) => head.includes(column),
    cell,
    fen(column) {
      const amount = fenIn(cell(column));
      if (amount === undefined) throw new UnusableFile(`${name}: a bill has a wrong amount`);
      return amount;
    },
  };
}

/** The column of names that people chose. Bills do not quote cells, so a comma in it makes further cells. */
const FREE_TEXT = '商品名称';

function fitted(cells: string[], head: readonly string[]): string[] {
  const more = cells.length - head.length;
  const place = head.indexOf(FREE_TEXT);
  if (more <= 0 || place === -1) return cells;
  return [
    ...cells.slice(0, place),
    cells.slice(place, place + more + 1).join(','),
    ...cells.slice(place + more + 1),
  ];
}

/** What a bill looks like: its head is the line whose first cell this is, and sums follow its rows. */
export interface BillForm {
  head: readonly string[];
  isEnd(firstCell: string): boolean;
}

/** A bill that a person downloaded: its form, and what a row says; undefined for one that is in another bill. */
export interface UploadedBill {
  form: BillForm;
  lineOf(row: BillRow): BillLine | undefined;
}

/** As csv-parse gives it with `info`. */
interface CsvRecord {
  record: string[];
  info: { lines: number };
}

/** The rows of a bill. Throws if it has no such head. */
export async function* billRows(
  name: string,
  pieces: Iterable<string> | AsyncIterable<string>,
  { head: firsts, isEnd }: BillForm,
): AsyncGenerator<BillRow> {
  const records = Readable.from(pieces).pipe(
    parse({ bom: true, info: true, quote: false, relax_column_count: true, skip_empty_lines: true }),
  );
  let head: string[] | undefined;
  for await (const { record, info } of records as AsyncIterable<CsvRecord>) {
    const cells = record.map(bare);
    const first = cells[0] ?? '';
    if (head === undefined) {
      if (firsts.includes(first)) head = cells;
      continue;
    }
    if (isEnd(first)) return;
    yield rowOf(name, head, fitted(cells, head), info.lines);
  }
  if (head === undefined) throw new UnusableFile(`${name}: a bill has another head`);
}
