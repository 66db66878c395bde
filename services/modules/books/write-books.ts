import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
import type { BusinessCalendar } from '#events/time.ts';
import { beancountFormat } from './beancount.ts';
import { csvFormat } from './csv.ts';
import type { BooksFormat } from './format.ts';
import { hledgerFormat } from './hledger.ts';
import type { BooksPeriod } from './period.ts';
import { booksAdder, readAccounts, readEntries } from './read-books.ts';

const formats = { hledger: hledgerFormat, beancount: beancountFormat, csv: csvFormat } as const;
export type TextFormat = keyof typeof formats;

async function* bodyOf(pool: Pool, period: BooksPeriod, format: BooksFormat): AsyncGenerator<string> {
  const adder = booksAdder();
  yield format.head();
  let first = true;
  for await (const accounts of readAccounts(pool, period)) {
    const opened = accounts.filter(({ opening }) => opening !== 0);
    if (opened.length === 0) continue;
    yield format.opening(opened, first);
    first = false;
  }
  if (!first) yield format.opened;
  for await (const entries of readEntries(pool, period)) {
    adder.entries(entries);
    yield format.entries(entries);
  }
  for await (const accounts of readAccounts(pool, period)) {
    adder.accounts(accounts);
    yield format.closing(accounts);
  }
  yield format.sums(adder.sums());
}

/**
 * The books of a period as text, streamed: some thousand postings are in memory at a time. The last line is the
 * SHA-256 of all bytes before it.
 */
export async function* writeBooks(
  { pool, calendar }: { pool: Pool; calendar: BusinessCalendar },
  period: BooksPeriod,
  name: TextFormat,
): AsyncGenerator<string> {
  const format = formats[name](calendar, period);
  const hash = createHash('sha256');
  for await (const text of bodyOf(pool, period, format)) {
    hash.update(text);
    yield text;
  }
  yield format.seal(hash.digest('hex'));
}
