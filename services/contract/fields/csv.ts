/** Signs that begin a formula, also after blanks. Spreadsheets accept full-width ones, too. */
const FORMULA = /^[=+\-@]/;
const CONTROL = /^[\t\r\n]/;
const NUMBER = /^-?\d+(\.\d+)?$/;
const NEEDS_QUOTES = /[",;\t\r\n]/;

/** More digits than a spreadsheet keeps of a number. */
const MANY_DIGITS = /(\d\D?){16}/;
/** A number to a spreadsheet, in any notation: `12`, `1,234`, `1E5`. */
const NUMERAL = /^\d[\d,.\s]*(e[+-]?\d+)?$/i;
/** Codes that would lose their zeros, or turn into a power or a day: `007`, `1E5`, `3-4`. */
const RUINED = /^(0\d+|\d+(\.\d*)?e[+-]?\d+|\d{1,2}[-/]\d{1,2})$/i;

/** Whether a spreadsheet would run the text, or show another one. */
function isUnsafe(text: string): boolean {
  if (CONTROL.test(text)) return true;
  const seen = text.trim().normalize('NFKC');
  if (FORMULA.test(seen)) return !NUMBER.test(text) || MANY_DIGITS.test(seen);
  return RUINED.test(seen) || (NUMERAL.test(seen) && MANY_DIGITS.test(seen));
}

/** Apostrophes of a text's own, before what would need ours. */
const OWN_MARKS = /^'+/;

/** An apostrophe makes a cell text. One more where the text itself has some, so that `textOfCell` is exact. */
const safeText = (text: string): string => (isUnsafe(text.replace(OWN_MARKS, '')) ? `'${text}` : text);

/** The text that we wrote into a cell, without our apostrophe. */
export const textOfCell = (cell: string): string =>
  cell.startsWith("'") && isUnsafe(cell.replace(OWN_MARKS, '')) ? cell.slice(1) : cell;

const cell = (value: string): string => {
  const safe = safeText(value);
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

/** By which spreadsheets know UTF-8; before the first line. */
export const UTF8_MARK = '\uFEFF';

/** Rows as lines of CSV (RFC 4180). */
export const csvLines = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('');

/** A whole file of CSV. */
export const csvOf = (rows: readonly (readonly string[])[]): string => UTF8_MARK + csvLines(rows);
