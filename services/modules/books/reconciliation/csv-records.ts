import { parse } from 'csv-parse/sync';

/** The maximum characters of a line, and lines of one record with line feeds in cells. */
const MAX_LINE_LENGTH = 16_384;
const MAX_LINES_OF_RECORD = 20;

interface TextLine {
  /** In the file, from 1. */
  line: number;
  /** null: longer than any line of a statement is. */
  text: string | null;
}

/** A record of the file; null if its quotes do not close, or it is too long. */
export type CsvRecord = TextLine;

/** The lines of a text in pieces, without their line ends. */
async function* linesOf(pieces: AsyncIterable<string>): AsyncGenerator<TextLine> {
  let line = 1;
  let rest = '';
  let tooLong = false;
  for await (const piece of pieces) {
    const found = (rest + piece).split(/\r\n|\r(?!$)|\n/);
    rest = found.pop() ?? '';
    for (const text of found) {
      yield { line, text: tooLong || text.length > MAX_LINE_LENGTH ? null : text };
      tooLong = false;
      line += 1;
    }
    if (rest.length > MAX_LINE_LENGTH && !rest.endsWith('\r')) {
      rest = '';
      tooLong = true;
    }
  }
  const last = rest.replace(/\r$/, '');
  if (last !== '' || tooLong) yield { line, text: tooLong ? null : last };
}

const quotesOpen = (text: string): boolean => (text.split('"').length - 1) % 2 === 1;

/**
 * The records of a CSV text. A quoted cell can span several lines. If quotes do not close, the opening line is
 * returned as unreadable and reading continues after it.
 */
export async function* csvRecords(pieces: AsyncIterable<string>): AsyncGenerator<CsvRecord> {
  /** Lines from the one that opened quotes on. */
  let held: TextLine[] = [];
  const joined = (): string => held.map(({ text }) => text ?? '').join('\n');

  function* letGo(): Generator<CsvRecord> {
    while (held.length > 0) {
      const [first, ...others] = held;
      held = [];
      if (first) yield { line: first.line, text: null };
      for (const other of others) yield* take(other);
    }
  }

  function* take(line: TextLine): Generator<CsvRecord> {
    if (line.text === null) {
      yield* letGo();
      yield line;
      return;
    }
    if (held.length === 0 && !quotesOpen(line.text)) {
      yield line;
      return;
    }
    held.push(line);
    const text = joined();
    const [first] = held;
    if (first && !quotesOpen(text)) {
      held = [];
      yield { line: first.line, text };
    } else if (held.length >= MAX_LINES_OF_RECORD || text.length > MAX_LINE_LENGTH) {
      const [opened, ...others] = held;
      held = [];
      if (opened) yield { line: opened.line, text: null };
      for (const other of others) yield* take(other);
    }
  }

  for await (const line of linesOf(pieces)) yield* take(line);
  yield* letGo();
}

/** The cells of each record; undefined for one that is no CSV. */
export function cellsOf(records: readonly string[], delimiter: string): (string[] | undefined)[] {
  const options = { delimiter, relax_column_count: true, skip_empty_lines: false };
  try {
    const cells: string[][] = parse(records.join('\n'), options);
    if (cells.length === records.length) return cells;
  } catch {
    // One of them is broken: parsing each separately finds it.
  }
  return records.map((record) => {
    try {
      return (parse(record, options) as string[][])[0];
    } catch {
      return undefined;
    }
  });
}
