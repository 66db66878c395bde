import { createHash } from 'node:crypto';
import { parse } from 'csv-parse/sync';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { fixture } from '#events/testing/fixture.ts';
import { trialBalance } from '#read-models/books/ledger/queries.ts';
import { FEBRUARY, HOUR, openBooks } from '#services/modules/income/testing/books.ts';
import { type BooksPeriod, booksPeriod, type PeriodQuery } from './period.ts';
import { isThere, judged } from './testing/book-programs.ts';
import { moneyDays } from './testing/money-days.ts';
import { type TextFormat, writeBooks } from './write-books.ts';

const books = fixture(openBooks);
beforeAll(async () => {
  books.clock.at = FEBRUARY + 24 * 20 * HOUR;
  await moneyDays(books);
});

const parts = () => ({ pool: books.database.pool, calendar: books.calendar, clock: books.clock });

async function periodOf(query: PeriodQuery): Promise<BooksPeriod> {
  const period = await booksPeriod(parts(), query);
  if ('why' in period) throw new Error(`refused: ${period.field} ${period.why}`);
  return period;
}

async function written(format: TextFormat, query: PeriodQuery = {}): Promise<string> {
  let text = '';
  for await (const part of writeBooks(parts(), await periodOf(query), format)) text += part;
  return text;
}

/** Balances as of a position, by account, in fen. */
async function trial(until?: number): Promise<Record<string, number>> {
  const { rows } = await trialBalance(books.database.pool, { until });
  return Object.fromEntries(rows.map(({ account, debit, credit }) => [account, debit - credit]));
}

const fenOfText = (text: string): number => Number(text.replace('.', ''));

const PERIODS: readonly PeriodQuery[] = [
  {},
  { from: '2026-01-02' },
  { from: '2026-01-03', to: '2026-02-01' },
  { to: '2026-01-01' },
  { from: '2026-02-02', to: '2026-03-31', as_of: '12' },
  { from: '2026-02-10', to: '2026-02-12' },
];

describe('a file of the books', () => {
  test('of any format states the hash of all above its last line, and is the same when made again', async () => {
    for (const format of ['hledger', 'beancount', 'csv'] as const) {
      const text = await written(format);
      const last = text.trimEnd().lastIndexOf('\n') + 1;
      const [, stated] = /([0-9a-f]{64})\r?\n$/.exec(text.slice(last)) ?? [];
      expect(stated).toBe(createHash('sha256').update(text.slice(0, last)).digest('hex'));
      const { stood } = await periodOf({});
      expect(await written(format, { as_of: String(stood) })).toBe(text);
    }
  });

  test('of any period opens and closes with the balances of that time, and has no names', async () => {
    for (const query of PERIODS) {
      const period = await periodOf(query);
      const rows: string[][] = parse(await written('csv', query), { bom: true });
      const named = (record: string) =>
        Object.fromEntries(
          rows.filter(([kind]) => kind === record).map((row) => [row[5], fenOfText(row[8] ?? '')]),
        );
      const before = Object.entries(await trial(period.after)).filter(([, balance]) => balance !== 0);
      expect(named('opening')).toEqual(period.after === 0 ? {} : Object.fromEntries(before));
      expect(named('total')).toEqual(await trial(period.until));
      const posted = rows.filter(([kind]) => kind === 'posting');
      for (const [, position, day] of posted) {
        expect(Number(position)).toBeGreaterThan(period.after);
        expect(Number(position)).toBeLessThanOrEqual(period.until);
        expect([query.from ?? '0', day, query.to ?? '9'].sort()[1]).toBe(day);
      }
      expect(rows.every((row) => row.length === 13)).toBe(true);
    }
  });

  test('is refused for a period that ends before it begins, or a time in the future', async () => {
    const refused = (query: PeriodQuery) => booksPeriod(parts(), query);
    expect(await refused({ from: '2026-02-02', to: '2026-02-01' })).toEqual({
      field: 'to',
      why: 'ends_before_begin',
    });
    expect(await refused({ from: '2026-02-22' })).toEqual({ field: 'from', why: 'in_future' });
    const { stood } = await periodOf({});
    for (const as_of of [String(stood + 1), String(Math.floor(books.clock.at / 1000) + 1), '2026-02-22']) {
      expect(await refused({ as_of })).toEqual({ field: 'as_of', why: 'in_future' });
    }
    for (const as_of of [String(stood), '0', '2026-02-21', String(Math.floor(books.clock.at / 1000))]) {
      expect(await refused({ as_of })).not.toHaveProperty('why');
    }
  });

  test('has the state of its start, also while entries are booked', async () => {
    const before = await written('csv');
    const period = await periodOf({});
    let text = '';
    for await (const part of writeBooks(parts(), period, 'csv')) {
      if (text === '') await moneyDays(books, 'meanwhile');
      text += part;
    }
    expect(text).toBe(before);
    expect(await written('csv')).not.toBe(before);
  });

  test('whose entries do not give its totals is not completed', async () => {
    const { pool } = books.database;
    const forged = async (by: number) => {
      const client = await pool.connect();
      await client.query("SET session_replication_role = 'replica'");
      await client.query(
        'UPDATE rm.ledger_postings SET amount = amount + $1 WHERE account = $2 AND number = 1',
        [by, 'assets:psp:sandbox'],
      );
      client.release(true);
    };
    await forged(1);
    await expect(written('hledger')).rejects.toThrow('the books do not add up');
    await forged(-1);
    expect(await written('hledger')).toContain('sha256');
  });
});

describe('hledger', () => {
  beforeEach(({ skip }) => skip(!isThere('hledger'), 'no hledger'));

  test('reads the journal and gets the same balances', async () => {
    for (const query of PERIODS) {
      const text = await written('hledger', query);
      const strict = await judged('hledger', ['-f', 'FILE', 'check', '--strict'], text);
      expect(strict).toEqual({ well: true, output: '' });
      const balance = ['-f', 'FILE', 'balance', '--flat', '-N', '-E', '-O', 'csv'];
      const rows: string[][] = parse((await judged('hledger', balance, text)).output, { fromLine: 2 });
      const balances = rows.map(([account, amount]) => [
        account,
        fenOfText(amount?.replace(' CNY', '') ?? ''),
      ]);
      const { until } = await periodOf(query);
      expect(Object.fromEntries(balances)).toEqual(await trial(until));
    }
  });

  test('refuses a journal with one cent less, and one without an entry', async () => {
    const text = await written('hledger');
    const check = (changed: string) => judged('hledger', ['-f', 'FILE', 'check'], changed);
    expect(await check(text.replaceAll('123.45 CNY', '123.44 CNY'))).toMatchObject({ well: false });
    const parts = text.split('\n\n');
    const without = parts.filter((part) => !part.includes(') payout ')).join('\n\n');
    expect(without).not.toBe(text);
    expect(await check(without)).toMatchObject({
      well: false,
      output: expect.stringContaining('balance assertion'),
    });
  });
});

test('beancount reads the journal, and refuses one without an entry', async ({ skip }) => {
  skip(!isThere('bean-check'), 'no bean-check');
  for (const query of PERIODS) {
    const text = await written('beancount', query);
    expect(await judged('bean-check', ['FILE'], text)).toEqual({ well: true, output: '' });
  }
  const text = await written('beancount');
  const check = async (changed: string) => (await judged('bean-check', ['FILE'], changed)).well;
  expect(
    await check(
      text
        .split('\n\n')
        .filter((part) => !part.includes('"payout"'))
        .join('\n\n'),
    ),
  ).toBe(false);
  // Also of a single cent that two accounts share out otherwise.
  const payment = /^( {2}Income:Payment-fee {2}-)1\.23( CNY\n {2}Income:Service-fee {2}-)6\.17/m;
  expect(text).toMatch(payment);
  expect(await check(text.replace(payment, '$11.24$26.16'))).toBe(false);
});
