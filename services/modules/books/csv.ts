import type { BusinessCalendar } from '#events/time.ts';
import { csvLines, UTF8_MARK } from '#services/contract/fields/csv.ts';
import { openingRow, postingColumns, postingRows, totalRow } from './columns.ts';
import { aboutLines, type BooksFormat, sumsLines } from './format.ts';
import type { BooksPeriod } from './period.ts';

/** A row of the file about itself, in as many cells as every other. */
const aboutRow = ([name, text]: readonly [string, string]): string[] => [
  'file',
  '',
  '',
  '',
  name,
  ...Array.from({ length: postingColumns.length - 6 }, () => ''),
  text,
];

/**
 * CSV (RFC 4180, UTF-8): one posting a line. The first column has the kind of line: `file` about the file itself,
 * `opening`, `posting`, `total` of an account.
 */
export const csvFormat = (calendar: BusinessCalendar, period: BooksPeriod): BooksFormat => ({
  head: () => UTF8_MARK + csvLines([postingColumns, ...aboutLines(period, calendar.timeZone).map(aboutRow)]),
  opening: (accounts) => csvLines(accounts.map((over) => openingRow(period, over))),
  opened: '',
  entries: (entries) => csvLines(entries.flatMap((entry) => postingRows(calendar, entry))),
  closing: (accounts) => csvLines(accounts.map((over) => totalRow(period, over))),
  sums: (sums) => csvLines(sumsLines(sums).map(aboutRow)),
  seal: (sha256) => csvLines([aboutRow(['sha256 of everything above this line', sha256])]),
});
