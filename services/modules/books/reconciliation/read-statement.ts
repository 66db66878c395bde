import type { OwnFormat } from '#services/runtime/tables/table-cells.ts';
import { delimiterOf } from '#services/runtime/tables/table-records.ts';
import { billLines, billOf, type OriginalBill } from './bill-lines.ts';
import { columnName } from './column-places.ts';
import { type CsvRecord, cellsOf, csvRecords } from './csv-records.ts';
import { ownFormats } from './sandbox-format.ts';
import type { SpooledFile } from './spooled-file.ts';
import { lineOf, type StatementCells } from './statement-cells.ts';
import type { Period, ReadLines, StatementFormat } from './statement-format.ts';
import { stripeFormat } from './stripe-format.ts';

const formats: readonly StatementFormat[] = [...ownFormats, stripeFormat];

export const MAX_STATEMENT_LINES = 200_000;
/** Lines that are read at a time. */
const AT_ONCE = 500;
/** Lines above the header that only describe the file. */
const MAX_NOTES = 50;

export type OpenedStatement =
  | {
      ok: true;
      format: Pick<StatementFormat, 'name' | 'provider'>;
      /** As stated in the file, if at all. */
      period: Period | undefined;
      /** All lines of the file, good and bad. To be read once. */
      batches: AsyncIterable<ReadLines>;
    }
  /** `not_text`: neither UTF-8, UTF-16 nor GBK. `no_columns`: no head of any provider's statement. */
  | { ok: false; problem: 'empty' | 'not_text' | OwnFormat | 'no_columns' | 'too_many_lines' };

const isBlank = (text: string): boolean => text.replace(/[\s,;，"]/g, '') === '';

interface Head {
  format: StatementFormat;
  cellsToLine(cells: readonly string[]): StatementCells;
  delimiter: string;
  period: Period | undefined;
}

/** Moves to the first line after the header. */
async function headOf(
  records: AsyncIterator<CsvRecord>,
): Promise<Head | OriginalBill | 'empty' | 'no_columns'> {
  let period: Period | undefined;
  for (let notes = 0; notes <= MAX_NOTES; ) {
    const { value, done } = await records.next();
    if (done) return notes === 0 ? 'empty' : 'no_columns';
    const text = (value.text ?? '').replace(/^\uFEFF/, '');
    if (isBlank(text)) continue;
    notes += 1;
    if (text.startsWith('#')) {
      period ??= formats.map((format) => format.periodOf?.(text)).find((found) => found !== undefined);
      continue;
    }
    const delimiter = delimiterOf(text);
    const names = cellsOf([text], delimiter)[0]?.map(columnName) ?? [];
    for (const format of formats) {
      const cellsToLine = format.readerFor(names);
      if (cellsToLine) return { format, cellsToLine, delimiter, period };
    }
    return billOf(names[0] ?? '') ?? 'no_columns';
  }
  return 'no_columns';
}

/** Reads some records: a repeated id is returned once. */
function readSome(
  { cellsToLine, delimiter }: Head,
  records: readonly CsvRecord[],
  seen: Set<string>,
): ReadLines {
  const batch: ReadLines = { lines: [], rejected: [] };
  const texts = records.flatMap(({ text }) => (text === null ? [] : [text]));
  const cells = cellsOf(texts, delimiter)[Symbol.iterator]();
  for (const { line, text } of records) {
    const found = text === null ? undefined : cells.next().value;
    const read = found === undefined ? 'unreadable' : lineOf(cellsToLine(found));
    if (typeof read === 'string') batch.rejected.push({ line, reason: read });
    else if (seen.has(read.line_id)) batch.rejected.push({ line, reason: 'repeated_id' });
    else {
      seen.add(read.line_id);
      batch.lines.push({ line, read });
    }
  }
  return batch;
}

async function* batchesOf(head: Head, records: AsyncIterator<CsvRecord>): AsyncGenerator<ReadLines> {
  const seen = new Set<string>();
  let some: CsvRecord[] = [];
  for (;;) {
    const { value, done } = await records.next();
    if (!done && !(value.text !== null && isBlank(value.text))) some.push(value);
    if (some.length >= AT_ONCE || (done && some.length > 0)) {
      yield readSome(head, some, seen);
      some = [];
    }
    if (done) return;
  }
}

/**
 * Reads a provider's statement; the header decides the provider. Lines are read a few at a time, so a file of any
 * allowed size uses little memory.
 */
export async function openStatement(file: SpooledFile): Promise<OpenedStatement> {
  if (file.bytes === 0) return { ok: false, problem: 'empty' };
  if (file.own_format !== undefined) return { ok: false, problem: file.own_format };
  if (file.encoding === undefined) return { ok: false, problem: 'not_text' };
  if (file.line_ends > MAX_STATEMENT_LINES + MAX_NOTES) return { ok: false, problem: 'too_many_lines' };
  const records = csvRecords(file.text());
  const head = await headOf(records);
  if (typeof head === 'string') {
    await records.return(undefined);
    return { ok: false, problem: head };
  }
  if ('form' in head) {
    // Bills quote no cells: they are read from the beginning in their own way.
    await records.return(undefined);
    const { provider } = head;
    return {
      ok: true,
      format: { name: provider, provider },
      period: undefined,
      batches: billLines(head, file),
    };
  }
  return { ok: true, format: head.format, period: head.period, batches: batchesOf(head, records) };
}
