import { parse } from 'csv-parse/sync';
import type { TextLine } from './text-lines.ts';

/** A record of the file, or its CSV error. */
export type CsvRecord =
  | { line: number; fields: string[] }
  | { line: number; fields: string[]; problem: string };

/** A name in quotes may contain line ends, but not many; a quote that is never closed must not eat the file. */
const MAX_LINES_OF_RECORD = 5;

const quotesIn = (text: string): number => text.split('"').length - 1;
const isBalanced = (text: string): boolean => quotesIn(text) % 2 === 0;

const parseAll = (text: string): string[][] =>
  parse(text, { relax_column_count: true, skip_empty_lines: true });

function parseOne(line: number, text: string): CsvRecord[] {
  try {
    return parseAll(text).map((fields) => ({ line, fields }));
  } catch {
    return [{ line, fields: [text], problem: 'not readable as CSV: check its quotes' }];
  }
}

/** Lines without a blank one among them and with closed quotes are parsed together, which is much faster. */
function parseMany(lines: readonly TextLine[]): CsvRecord[] {
  try {
    const records = parseAll(lines.map(({ text }) => text).join('\n'));
    if (records.length === lines.length) {
      return records.map((fields, at) => ({ line: lines[at]?.number ?? 0, fields }));
    }
  } catch {
    // One of them is broken: parsing each separately finds it.
  }
  return lines.flatMap(({ number, text }) => parseOne(number, text));
}

/** The records of lines in order; bad ones are returned with their error and do not affect others. */
export async function* csvRecords(batches: AsyncIterable<TextLine[]>): AsyncGenerator<CsvRecord[]> {
  let open: TextLine[] = [];

  const take = (line: TextLine, plain: TextLine[], out: CsvRecord[]): void => {
    const flush = (): void => {
      if (plain.length > 0) out.push(...parseMany(plain.splice(0)));
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
      open = [];
      out.push(...parseOne(first.number, text));
    } else if (open.length === MAX_LINES_OF_RECORD) giveUpFirst(plain, out);
  };

  /** The first open line is broken; those after it are read again. */
  const giveUpFirst = (plain: TextLine[], out: CsvRecord[]): void => {
    const [broken, ...again] = open;
    open = [];
    if (broken) {
      out.push({ line: broken.number, fields: [broken.text], problem: 'a quote is not closed' });
    }
    for (const line of again) take(line, plain, out);
  };

  for await (const batch of batches) {
    const plain: TextLine[] = [];
    const out: CsvRecord[] = [];
    for (const line of batch) take(line, plain, out);
    if (plain.length > 0) out.push(...parseMany(plain));
    yield out;
  }
  while (open.length > 0) {
    const plain: TextLine[] = [];
    const out: CsvRecord[] = [];
    giveUpFirst(plain, out);
    if (plain.length > 0) out.push(...parseMany(plain));
    yield out;
  }
}
