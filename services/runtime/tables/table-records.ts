import { parse } from 'csv-parse/sync';

/** A record of a table; without cells if its quotes are wrong. */
export interface TableRecord {
  /** Of its first line in the file, from 1. */
  line: number;
  cells: readonly string[];
}

/** A note in a cell can have as many lines; a quote that never closes costs one line only. */
const MAX_LINES_OF_RECORD = 1_000;
const MARKS = [',', '\t', ';', '，'] as const;

const quotesIn = (text: string): number => text.split('"').length - 1;
const isOpen = (text: string): boolean => quotesIn(text) % 2 === 1;
const parsed = (text: string, delimiter: string): string[][] =>
  parse(text, { delimiter, relax_column_count: true, skip_empty_lines: false });

/** What separates the cells of a line: the most frequent one outside of quotes. */
export function delimiterOf(line: string): string {
  const bare = line.replaceAll(/"[^"]*"/g, '');
  const counts = MARKS.map((mark) => ({ mark, count: bare.split(mark).length }));
  return counts.reduce((one, other) => (other.count > one.count ? other : one)).mark;
}

/** The line in which the quotes that `from` opens are closed; undefined if they are not. */
function lastLineOf(lines: readonly string[], from: number): number | undefined {
  for (let to = from + 1; to < Math.min(lines.length, from + MAX_LINES_OF_RECORD); to += 1) {
    if (isOpen(lines[to] ?? '')) return to;
  }
  return undefined;
}

function recordOf(text: string, delimiter: string): string[] | undefined {
  try {
    const [cells, ...others] = parsed(text, delimiter);
    return others.length === 0 ? cells : undefined;
  } catch {
    return undefined;
  }
}

/** Lines without a cell of several: parsed together, which is much faster. */
function plainRecords(lines: readonly { line: number; text: string }[], delimiter: string): TableRecord[] {
  try {
    const all = parsed(lines.map(({ text }) => text).join('\n'), delimiter);
    if (all.length === lines.length) return lines.map(({ line }, at) => ({ line, cells: all[at] ?? [] }));
  } catch {
    // One of them is broken: parsing each separately finds it.
  }
  return lines.map(({ line, text }) => ({ line, cells: recordOf(text, delimiter) ?? [] }));
}

/** The records of a text that are not blank, in order. A cell in quotes can span lines. */
export function recordsOf(text: string): TableRecord[] {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/);
  const delimiter = delimiterOf(lines.find((line) => line.replaceAll(/[\s,;，"]/g, '') !== '') ?? '');
  const records: TableRecord[] = [];
  let plain: { line: number; text: string }[] = [];
  const flush = (): void => {
    records.push(...plainRecords(plain, delimiter));
    plain = [];
  };
  for (let at = 0; at < lines.length; at += 1) {
    const [line, text] = [at + 1, lines[at] ?? ''];
    if (!isOpen(text)) {
      if (text.trim() !== '') plain.push({ line, text });
      continue;
    }
    flush();
    const last = lastLineOf(lines, at);
    const cells = last && recordOf(lines.slice(at, last + 1).join('\n'), delimiter);
    records.push({ line, cells: cells || [] });
    if (cells) at = last;
  }
  flush();
  // A line with wrong quotes has no cells, and is one that cannot be read.
  return records.filter(({ cells }) => cells.length === 0 || cells.some((cell) => cell.trim() !== ''));
}
