import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { BusinessCalendar, Millis } from '#events/time.ts';
import { codeOf, Problem } from '#ops/problem.ts';
import { type CsvRecord, csvRecords } from './csv-records.ts';
import { COLUMNS, type Column, type FileLine, readLine } from './order-line.ts';
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

/** The place of each column in this file. Other columns, such as line and reason of a rejected file, are ignored. */
function layoutOf(file: string, header: readonly string[]): ReadonlyMap<Column, number> {
  const names = header.map((name) =>
    name
      .replace(/^\uFEFF/, '')
      .trim()
      .toLowerCase(),
  );
  const layout = new Map<Column, number>();
  for (const column of COLUMNS) {
    const at = names.indexOf(column);
    if (at !== -1) layout.set(column, at);
  }
  const missing = COLUMNS.filter((column) => !layout.has(column));
  if (missing.length > 0) {
    throw new Problem(
      `${file}: its first line must name the columns ${COLUMNS.join(',')}; missing: ${missing.join(', ')}`,
    );
  }
  return layout;
}

/** Checks and spools each line of the file, valid or rejected. Returns the number of lines. */
export async function readFile(
  file: string,
  spool: Spool,
  { calendar, now, onProgress }: { calendar: BusinessCalendar; now: Millis; onProgress: ReadProgress },
): Promise<number> {
  const size = await sizeOf(file);
  const source = createReadStream(file, { highWaterMark: READ_BYTES });
  let bytes = 0;
  let read = 0;
  let layout: ReadonlyMap<Column, number> | undefined;

  const inColumns = (fields: readonly string[]): string[] =>
    COLUMNS.map((column) => fields[layout?.get(column) ?? -1]?.trim() ?? '');

  const check = (record: CsvRecord, good: FileLine[], bad: Rejection[]): void => {
    if ('problem' in record) {
      bad.push({ line: record.line, reason: record.problem, fields: record.fields });
      return;
    }
    const texts = inColumns(record.fields);
    const field = (column: Column): string => texts[COLUMNS.indexOf(column)] ?? '';
    const answer = readLine(record.line, field, calendar, now);
    if (answer.ok) good.push(answer.line);
    else bad.push({ line: record.line, reason: answer.reason, fields: texts });
  };

  const batches = csvRecords(textLines(source, (count) => (bytes += count)));
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
