/** Signs that begin a formula, also after blanks. Spreadsheets accept full-width ones, too. */
const FORMULA = /^[=+\-@]/;
const CONTROL = /^[\t\r\n]/;
const NUMBER = /^-?\d+(\.\d+)?$/;
const NEEDS_QUOTES = /[",\r\n]/;

const cell = (value: string): string => {
  const first = value.trimStart().slice(0, 1).normalize('NFKC');
  const runs = CONTROL.test(value) || (FORMULA.test(first) && !NUMBER.test(value));
  // An apostrophe makes it text.
  const safe = runs ? `'${value}` : value;
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

/** By which spreadsheets know UTF-8; before the first line. */
export const UTF8_MARK = '\uFEFF';

/** Rows as lines of CSV (RFC 4180). */
export const csvLines = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('');

/** A whole file of CSV. */
export const csvOf = (rows: readonly (readonly string[])[]): string => UTF8_MARK + csvLines(rows);
