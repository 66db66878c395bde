/** Cells of a table as spreadsheets write them. */

/** A text without blanks and marks: `="217…"`, `'217…` and tabs keep a spreadsheet from shortening a long number. */
export const bareCell = (cell = ''): string =>
  cell
    .normalize('NFKC')
    .replace(/^[\s=']*"?|"?\s*$/g, '')
    .trim();

/** A number without its groups of thousands: `1,000`, `１０`. */
export const plainNumber = (cell: string): string => {
  const narrow = cell.normalize('NFKC').replaceAll(/\s/g, '');
  return /^-?\d{1,3}(,\d{3})+(\.\d+)?$/.test(narrow) ? narrow.replaceAll(',', '') : narrow;
};

const CURRENCY = /^(-?)\s*(?:¥|CNY|RMB)\s*(-?)|\s*(?:元|CNY|RMB)$/gi;
/** An amount below zero as accountants write it: `(1,019.90)`. */
const IN_BRACKETS = /^\(\s*([^()-]+?)\s*\)$/;

/** `¥1,019.90`, `1019.9元`, `CNY 1,019.90`, `(1,019.90)` as `1019.90`, `1019.9`, `1019.90`, `-1019.90`. */
export const plainAmount = (cell: string): string => {
  const narrow = cell.normalize('NFKC').trim().replace(IN_BRACKETS, '-$1');
  return plainNumber(narrow.replaceAll(CURRENCY, '$1$2'));
};

/** The first bytes of programs' own files, which are no text. */
const OWN_FORMATS = [
  ['504b0304', 'xlsx'],
  ['d0cf11e0', 'xls'],
  ['25504446', 'pdf'],
] as const;
export type OwnFormat = (typeof OWN_FORMATS)[number][1];

/** The program's own format that a file begins with; undefined for others. */
export function ownFormatOf(bytes: Uint8Array): OwnFormat | undefined {
  const start = Buffer.from(bytes.subarray(0, 4)).toString('hex');
  return OWN_FORMATS.find(([head]) => head === start)?.[1];
}
