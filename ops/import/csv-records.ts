import { parse } from 'csv-parse/sync';
import { delimiterOf } from '#services/runtime/tables/table-records.ts';
import type { TextLine } from './text-lines.ts';

/** A record of the file, or its CSV error. */
export type CsvRecord = {
  line: number;
  fields: string[];
  /** The fields as Latin-1, if their bytes are not UTF-8. */
  bytes?: string[];
} & ({ problem?: never } | { problem: string });

/** A name in quotes may contain line ends, but not many; a quote that is never closed must not eat the file. */
const MAX_LINES_OF_RECORD = 5;

const quotesIn = (text: string): number => text.split('"').length - 1;
const isBalanced = (text: string): boolean => quotesIn(text) % 2 === 0;

const parseAll = (text: string, delimiter: string): string[][] =>
  parse(text, { delimiter, relax_column_count: true, skip_empty_lines: true });

function parseOne({ number: line, text, bytes }: TextLine, delimiter: string): CsvRecord[] {
  try {
    const raw = bytes === undefined ? [] : parseAll(bytes, delimiter);
    return parseAll(text, delimiter).map((fields, at) => ({
      line,
      fields,
      ...(raw[at] && { bytes: raw[at] }),
    }));
  } catch {
    return [
      {
        line,
        fields: [text],
        problem: 'not readable as CSV: check its quotes',
        ...(bytes !== undefined && { bytes: [bytes] }),
      },
    ];
  }
}

/** Lines without a blank one among them and with closed quotes are parsed together, which is much faster. */
function parseMany(lines: readonly TextLine[], delimiter: string): CsvRecord[] {
  try {
    if (lines.some(({ bytes }) => bytes !== undefined)) throw new Error('some are not UTF-8');
    const records = parseAll(lines.map(({ text }) => text).join('\n'), delimiter);
    if (records.length === lines.length) {
      return records.map((fields, at) => ({ line: lines[at]?.number ?? 0, fields }));
    }
  } catch {
    // One of them is broken: parsing each separately finds it.
  }
  return lines.flatMap((line) => parseOne(line, delimiter));
}

/** The bytes of all lines together, if one of them is not UTF-8. */
const bytesOf = (lines: readonly TextLine[]): { bytes?: string } =>
  lines.some(({ bytes }) => bytes !== undefined)
    ? { bytes: lines.map(({ text, bytes }) => bytes ?? Buffer.from(text).toString('latin1')).join('\n') }
    : {};

/** The records of lines in order; bad ones are returned with their error and do not affect others. */
export async function* csvRecords(batches: AsyncIterable<TextLine[]>): AsyncGenerator<CsvRecord[]> {
  let open: TextLine[] = [];
  let delimiter: string | undefined;

  const take = (line: TextLine, plain: TextLine[], out: CsvRecord[]): void => {
    // The head has the names of the columns, and decides what separates them.
    if (line.text.trim() !== '') delimiter ??= delimiterOf(line.text);
    const flush = (): void => {
      if (plain.length > 0) out.push(...parseMany(plain.splice(0), delimiter ?? ','));
    };
    if (line.too_long) {
      flush();
      out.push({ line: line.number, fields: [line.text.slice(0, 200)], problem: 'the line is too long' });
      return;
    }
    if (open.length === 0 && isBalanced(line.text)) {
      if (line.text.trim() !== '') plain.push(line);
      return;
    }
    flush();
    open.push(line);
    const text = open.map((part) => part.text).join('\n');
    const [first] = open;
    if (first && isBalanced(text)) {
      out.push(...parseOne({ ...first, text, ...bytesOf(open) }, delimiter ?? ','));
      open = [];
    } else if (open.length === MAX_LINES_OF_RECORD) giveUpFirst(plain, out);
  };

  /** The first open line is broken; those after it are read again. */
  const giveUpFirst = (plain: TextLine[], out: CsvRecord[]): void => {
    const [broken, ...again] = open;
    open = [];
    if (broken) {
      out.push({
        line: broken.number,
        fields: [broken.text],
        problem: 'a quote is not closed',
        ...(broken.bytes !== undefined && { bytes: [broken.bytes] }),
      });
    }
    for (const line of again) take(line, plain, out);
  };

  for await (const batch of batches) {
    const plain: TextLine[] = [];
    const out: CsvRecord[] = [];
    for (const line of batch) take(line, plain, out);
    if (plain.length > 0) out.push(...parseMany(plain, delimiter ?? ','));
    yield out;
  }
  while (open.length > 0) {
    const plain: TextLine[] = [];
    const out: CsvRecord[] = [];
    giveUpFirst(plain, out);
    if (plain.length > 0) out.push(...parseMany(plain, delimiter ?? ','));
    yield out;
  }
}
