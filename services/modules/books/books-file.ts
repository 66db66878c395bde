import { Readable } from 'node:stream';
import type { Pool } from 'pg';
import type { BusinessCalendar } from '#events/time.ts';
import type { ExportFormat } from '#services/contract/books/books-export.ts';
import type { BooksPeriod } from './period.ts';
import { writeBooks } from './write-books.ts';
import { xlsxOfBooks } from './xlsx.ts';

const suffixes: Readonly<Record<ExportFormat, string>> = {
  hledger: 'journal',
  beancount: 'beancount',
  csv: 'csv',
  xlsx: 'xlsx',
};

/** Names the content, so that files with the same content have the same name. */
export const booksFileName = ({ opens_on, closes_on, stood }: BooksPeriod, format: ExportFormat): string =>
  `books-${opens_on}-${closes_on}-at-${stood}.${suffixes[format]}`;

/** The books of a period as a file of any format, as bytes that are made while they are read. */
export function booksFile(
  parts: { pool: Pool; calendar: BusinessCalendar },
  period: BooksPeriod,
  format: ExportFormat,
): Readable {
  if (format === 'xlsx') return xlsxOfBooks(parts, period);
  return Readable.from(writeBooks(parts, period, format), { objectMode: false });
}
