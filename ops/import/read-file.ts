import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { BusinessCalendar, Millis } from '#events/time.ts';
import { codeOf, Problem } from '#ops/problem.ts';
import { textOfCell } from '#services/contract/fields/csv.ts';
import { type OwnFormat, ownFormatOf } from '#services/runtime/tables/table-cells.ts';
import { encodingOfPieces, inUtf8, type TableEncoding } from '#services/runtime/tables/table-encoding.ts';
import { type CsvRecord, csvRecords } from './csv-records.ts';
import { COLUMNS, type Column, columnOf, type FileLine, readLine } from './order-line.ts';
import type { Rejection, Spool } from './spool.ts';
import { textLines } from './text-lines.ts';

/** Called with the progress of reading. */
export type ReadProgress = (lines: number, bytes: number, size: number) => void;

const READ_BYTES = 262_144;

async function sizeOf(file: string): Promise<number> {
  try {
    const found = await stat(file);
    if (!found.isFile()) throw new Problem(`${file} is not a file`);
    return found.size;
  } catch (error) {
    if (error instanceof Problem) throw error;
    throw new Problem(`cannot read ${file} (${codeOf(error) ?? 'unknown error'}): check the name`);
  }
}

const OWN_FORMATS: Readonly<Record<OwnFormat, string>> = {
  xlsx: 'an Excel workbook (.xlsx)',
  xls: 'an old Excel workbook (.xls)',
  pdf: 'a PDF',
};

async function readableEncoding(file: string): Promise<TableEncoding> {
  let own: OwnFormat | undefined;
  let first = true;
  async function* pieces(): AsyncGenerator<Uint8Array> {
    for await (const piece of createReadStream(file, { highWaterMark: READ_BYTES })) {
      if (first) own = ownFormatOf(piece);
      first = false;
      yield piece;
    }
  }
  const encoding = await encodingOfPieces(pieces());
  if (own !== undefined) throw new Problem(`${file} is ${OWN_FORMATS[own]}: save it as CSV`);
  // Lines that are not UTF-8 are rejected one by one.
  return encoding ?? 'utf-8';
}

/** The place of each column in this file. Other columns, such as line and reason of a rejected file, are ignored. */
function layoutOf(file: string, header: readonly string[]): ReadonlyMap<Column, number> {
  const names = header.map((name) => columnOf(name.replace(/^\uFEFF/, '')));
  const layout = new Map<Column, number>();
  for (const column of COLUMNS) {
    const at = names.indexOf(column);
    if (at !== -1) layout.set(column, at);
  }
  const missing = COLUMNS.filter((column) => !layout.has(column));
  if (missing.length > 0) {
    throw new Problem(
      `${file}: its first line must name the columns ${COLUMNS.join(',')}; missing: ${missing.join(', ')}; ` +
        `it has: ${header
          .map((name) => name.trim().slice(0, 40))
          .join(', ')
          .slice(0, 400)}`,
    );
  }
  return layout;
}

/** Checks and spools each line of the file, valid or rejected. Returns the number of lines. */
export async function readFile(
  file: string,
  spool: Pick<Spool, 'addLines' | 'reject'>,
  { calendar, now, onProgress }: { calendar: BusinessCalendar; now: Millis; onProgress: ReadProgress },
): Promise<number> {
  const size = await sizeOf(file);
  const source = createReadStream(file, { highWaterMark: READ_BYTES });
  const encoding = await readableEncoding(file);
  let bytes = 0;
  let read = 0;
  let layout: ReadonlyMap<Column, number> | undefined;

  const inColumns = (fields: readonly string[]): string[] =>
    COLUMNS.map((column) => textOfCell(fields[layout?.get(column) ?? -1]?.trim() ?? ''));

  const check = (record: CsvRecord, good: FileLine[], bad: Rejection[]): void => {
    const { line, bytes } = record;
    if (record.problem !== undefined) {
      bad.push({
        line,
        reason: record.problem,
        fields: bytes ?? record.fields,
        in_bytes: bytes !== undefined,
      });
      return;
    }
    const texts = inColumns(record.fields);
    const field = (column: Column): string => texts[COLUMNS.indexOf(column)] ?? '';
    const answer = readLine(line, field, calendar, now);
    if (answer.ok) good.push(answer.line);
    else
      bad.push({
        line,
        reason: answer.reason,
        fields: bytes === undefined ? texts : inColumns(bytes),
        in_bytes: bytes !== undefined,
      });
  };

  async function* counted(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const piece of pieces) {
      bytes += piece.byteLength;
      yield piece;
    }
  }
  const batches = csvRecords(textLines(inUtf8(counted(source), encoding), () => undefined));
  for await (const records of batches) {
    const good: FileLine[] = [];
    const bad: Rejection[] = [];
    for (const record of records) {
      if (layout === undefined) layout = layoutOf(file, record.fields);
      else {
        read += 1;
        check(record, good, bad);
      }
    }
    await spool.addLines(good);
    await spool.reject(bad);
    onProgress(read, bytes, size);
  }
  if (layout === undefined) throw new Problem(`${file} is empty: its first line must name the columns`);
  return read;
}
