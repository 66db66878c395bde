import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { StatementLineKind } from '#events/books.ts';
import { fenOf } from '#events/money.ts';
import type { RecordedEvent } from '#events/recorded-event.ts';
import { fixture } from '#events/testing/fixture.ts';
import { plainBooks } from '#ops/audit/plain-books.mjs';
import { generationsOf, schemaOf } from '../../engine/generations.ts';
import { anyHistories, readModelDatabase, shanghai } from '../../testing/database.ts';
import { fates, plainFate, type Step, stepsOf, write } from '../../testing/history.ts';
import {
  type Ending,
  lateSteps,
  lineStep,
  settledStep,
  withdrawalSteps,
  writtenOffSteps,
} from '../../testing/money-history.ts';
import { countLines, incomeMonthsOf, linesOf } from './income.ts';
import { ledger } from './projection.ts';
import {
  balanceSummaryOf,
  balancesOf,
  pendingOf,
  positionBefore,
  postingsOf,
  trialBalance,
} from './queries.ts';

const books = ledger(shanghai);
const database = fixture(() => readModelDatabase([books]));

const allEvents = async (): Promise<readonly RecordedEvent[]> =>
  (await database.log.readAll(0, { limit: 100_000 })).events;
const balance = ({ debit, credit }: { debit: number; credit: number }): number => debit - credit;

/** Balances of all accounts as of a position, those at zero left out. */
async function shown(until?: number): Promise<Map<string, number>> {
  const { rows } = await trialBalance(database.pool, { until });
  return new Map(
    rows.map((row) => [row.account, balance(row)] as const).filter(([, amount]) => amount !== 0),
  );
}

const nonZero = (balances: ReadonlyMap<string, number>): Map<string, number> =>
  new Map([...balances].filter(([, amount]) => amount !== 0).sort());

/** Of what is pending, by user and business month; Shanghai has had a fixed UTC+8 since 1991. */
function earnedByMonth(events: readonly RecordedEvent[]): Map<string, number> {
  const earned = new Map<string, number>();
  for (const { owner, at, net } of plainBooks(events).lines) {
    const key = `${owner} ${new Date(at + 8 * 3_600_000).toISOString().slice(0, 7)}`;
    earned.set(key, (earned.get(key) ?? 0) + net);
  }
  return earned;
}

/** The moves of one account by event: the figures of docs/domain/books.md. */
describe('an order of each total of the fees’ table', () => {
  test.each([
    [500, 5, 25, 470],
    [101, 1, 5, 95],
    [50, 1, 3, 46],
    [1, 0, 0, 1],
    [123_456, 1_235, 6_173, 116_048],
  ])('of %i fen is shared out', async (total, payment, service, net) => {
    const run = database.prefix();
    const before = await shown();
    await write(database.log, stepsOf(plainFate({ total }), run, 1));
    await database.project();
    const after = await shown();
    const by = (account: string): number => (after.get(account) ?? 0) - (before.get(account) ?? 0);
    expect(by('assets:psp:sandbox')).toBe(total);
    expect(by('income:payment-fee') + payment).toBe(0);
    expect(by('income:service-fee') + service).toBe(0);
    expect(by(`liabilities:user:${run}c0:pending`) + net).toBe(0);
  });
});

/** The same with a code: the partner's part comes out of the seller's. */
describe('an order that carries an affiliate code', () => {
  const parts = ['c0:pending', 'c1:pending'] as const;
  const by = async (run: string): Promise<number[]> => {
    const after = await shown();
    // A positive amount is a debt.
    return parts.map((part) => 0 - (after.get(`liabilities:user:${run}${part}`) ?? 0));
  };

  test.each([
    // total, percent, partner, seller
    [10_000, 10, 1_000, 8_400],
    [500, 1, 5, 465],
    [101, 33, 33, 62],
    [50, 25, 13, 33],
    [3, 50, 2, 1],
    [1, 50, 1, 0],
    [1, 49, 0, 1],
    [123_456, 7, 8_642, 107_406],
  ])('of %i fen at %i %% gives its partner %i and its seller %i', async (total, affiliate, partner, net) => {
    const run = database.prefix();
    await write(database.log, stepsOf(plainFate({ total, affiliate }), run, 1));
    await database.project();
    expect(await by(run)).toEqual([net, partner]);
  });

  test.each([
    // tenths refunded in sequence; the rest of 8.400 and 1.000 after each
    [[5], 4_200, 500],
    [[3, 3], 3_360, 400],
    [[1, 2, 3, 4], 0, 0],
  ])('gives each part back in proportion when %j tenths are refunded', async (refundTenths, net, partner) => {
    const run = database.prefix();
    const fate = plainFate({ total: 10_000, affiliate: 10, ending: 'refunded', refundTenths, hours: 1 });
    await write(database.log, stepsOf(fate, run, 1));
    await database.project();
    expect(await by(run)).toEqual([net, partner]);
    expect(await pendingOf(database.pool, `${run}c1`)).toMatchObject({
      pending: partner,
      refunds_charged: 1_000 - partner,
      settled: 0,
    });
  });

  test('is a commission of its partner’s month, and no order of it', async () => {
    const run = database.prefix();
    const fate = { total: 10_000, affiliate: 10, ending: 'refunded', refundTenths: [4], hours: 1 } as const;
    await write(database.log, stepsOf(plainFate({ ...fate, refundTenths: [4] }), run, 1));
    await database.project();
    const zero = { orders: 0, gross: 0, payment_fee: 0, service_fee: 0, affiliate: 0, refunds: 0 };
    expect((await incomeMonthsOf(database.pool, { user_id: `${run}c1` })).rows).toMatchObject([
      { ...zero, month: '2026-01', commissions: 600, net: 600 },
    ]);
    expect((await incomeMonthsOf(database.pool, { user_id: `${run}c0` })).rows).toMatchObject([
      { orders: 1, gross: 10_000, affiliate: 600, refunds: 4_000, commissions: 0, net: 5_040 },
    ]);
    const { rows } = await linesOf(database.pool, {
      month: '2026-01',
      user_id: `${run}c1`,
      limit: 9,
      offset: 0,
    });
    expect(rows).toMatchObject([
      {
        kind: 'commission',
        out_trade_no: `${run}o1`,
        refund_id: '',
        amount: 1_000,
        affiliate: 0,
        net: 1_000,
      },
      { kind: 'commission_refund', refund_id: 'r0', amount: -400, net: -400 },
    ]);
    expect(await countLines(database.pool, { month: '2026-01', user_id: `${run}c1` })).toMatchObject({
      lines: 2,
    });
  });
});

describe('the books', () => {
  const endings: readonly Ending[] = [
    'open',
    'rejected',
    'paid',
    'failed',
    'retried',
    'confirmed',
    'paid_twice',
    'confirmed_again',
    'returned',
    'stands',
  ];
  const moneys = fc.array(
    fc.record({
      creator: fc.integer({ min: 0, max: 1 }),
      amount: fc.integer({ min: 1, max: 9_000 }),
      ending: fc.constantFrom(...endings),
    }),
    { maxLength: 4 },
  );

  const lines = fc.array(
    fc.record({
      kind: fc.constantFrom<StatementLineKind>(
        'charge',
        'refund',
        'payout',
        'transfer',
        'fee',
        'dispute',
        'other',
      ),
      amount: fc.integer({ min: -9_000, max: 9_000 }).map(fenOf),
      fee: fc.integer({ min: -20, max: 90 }).map(fenOf),
    }),
    { maxLength: 6 },
  );

  test('are zero at every position, and equal a plain recomputation from the raw events', {
    timeout: 120_000,
  }, async () => {
    const at = 1_780_000_000_000;
    await anyHistories(
      database,
      15,
      fc.tuple(fates(12), moneys, lines),
      ([orders, withdrawals, stated], run) => [
        ...orders.map((fate, nth) => {
          const late = fate.ending === 'cancelled' && !fate.imported;
          const [order, creator] = [`${run}o${nth}`, `${run}c${fate.creator}`];
          const after = late ? lateSteps(order, creator, fate.total + 1, nth % 2 === 0, at) : [];
          return [...stepsOf(fate, run, nth), ...after];
        }),
        ...withdrawals.map(({ creator, amount, ending }, nth) =>
          withdrawalSteps(`${run}c${creator}`, `${run}w${nth}`, amount, ending, at),
        ),
        [settledStep(`${run}c0`, '2026-02', -37, 1_772_300_000_000, 0)],
        ...stated.flatMap((line, nth) => {
          const line_id = `${run}t${nth}`;
          const { amount, kind } = line;
          return [
            [lineStep({ line_id, ...line }, at)],
            writtenOffSteps(line_id, amount, nth % 2 === 0, at, kind),
          ];
        }),
      ],
      async (run, _, from) => {
        const events = await allEvents();
        const head = await database.log.head();
        const every = Math.max(1, Math.floor((head - from) / 7));
        for (let position = from; position <= head; position += every) {
          const then = await shown(position);
          expect([...then.values()].reduce((sum, amount) => sum + amount, 0)).toBe(0);
          expect(new Map([...then].sort())).toEqual(nonZero(plainBooks(events, position).balances));
        }
        // Of the creator without settlements: each month equals its events.
        const { rows: months } = await incomeMonthsOf(database.pool, { user_id: `${run}c1` });
        const earned = nonZero(earnedByMonth(events));
        for (const { month, net } of months) expect(net).toBe(earned.get(`${run}c1 ${month}`) ?? 0);
        const mine = [...earned.keys()].filter((key) => key.startsWith(`${run}c1 `));
        expect(months.map(({ month }) => `${run}c1 ${month}`)).toEqual(expect.arrayContaining(mine));
      },
    );
    const { rows } = await database.pool.query(
      'SELECT position FROM rm.ledger_postings GROUP BY position HAVING sum(amount) <> 0',
    );
    expect(rows).toEqual([]);
  });

  test('take each part back exactly with refunds that add up to the total', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 99_999 }),
        fc.integer({ min: 0, max: 50 }),
        fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 5 }),
        async (total, affiliate, cuts) => {
          const run = database.prefix();
          const before = await shown();
          const steps = stepsOf(
            plainFate({ total, affiliate, ending: 'refunded', refundTenths: [1] }),
            run,
            1,
          );
          const [placed, paid, refund] = steps.filter(({ stream }) => stream.startsWith('order-'));
          if (!placed || !paid || !refund) throw new Error('no refund');
          let back = 0;
          const refunds = [...cuts.map((cut) => Math.floor((total * cut) / 50)), total].flatMap(
            (wanted, nth) => {
              const amount = Math.min(wanted, total - back);
              if (amount === 0) return [];
              const data = { ...refund.event.data, refund_id: `r${nth}`, amount, refunded_before: back };
              back += amount;
              return [
                {
                  ...refund,
                  event: { ...refund.event, id: `${refund.event.id.slice(0, -1)}${nth}` as never, data },
                },
              ];
            },
          );
          await write(database.log, [placed, paid, ...(refunds as Step[])]);
          await database.project();
          expect(back).toBe(total);
          expect(await shown()).toEqual(before);
        },
      ),
      { numRuns: 12 },
    );
  });

  test('answer for any position and any time, and page through an account', async () => {
    const run = database.prefix();
    const account = `liabilities:user:${run}c0:pending`;
    const steps = [1, 2, 3, 4].flatMap((nth) =>
      stepsOf(plainFate({ total: 1_000 * nth, placedHour: 24 * 400 + nth * 24 }), run, nth),
    );
    await write(database.log, steps);
    await database.project(3);
    const postings = (after: number, page: { limit: number; offset: number }) =>
      postingsOf(database.pool, { account, after, ...page });
    const { total_count, list } = await postings(0, { limit: 3, offset: 0 });
    expect(total_count).toBe(4);
    expect(list.map(({ amount }) => amount)).toEqual([-3_760, -2_820, -1_880]);
    const second = list[2];
    const accounts = [account, 'assets:nothing'];
    const then = await balancesOf(database.pool, { accounts, until: second?.position });
    expect(then.rows.map(balance)).toEqual([-2_820, 0]);
    expect(second?.balance).toBe(-2_820);
    const at = await positionBefore(database.pool, Number(second?.time) * 1_000 + 1);
    expect((await balanceSummaryOf(database.pool, `${run}c0`, at)).balance).toEqual({
      pending: 2_820,
      available: 0,
      paying: 0,
    });
    expect(await postings(second?.position ?? 0, { limit: 9, offset: 1 })).toMatchObject({
      total_count: 2,
      list: [{ amount: -2_820 }],
    });
  });

  test('name the refunds and settlements that pending includes', async () => {
    const run = database.prefix();
    const user = `${run}c0`;
    await write(
      database.log,
      stepsOf(plainFate({ total: 1_000, ending: 'refunded', refundTenths: [5] }), run, 1),
    );
    await write(database.log, [settledStep(user, '2026-01', 300, 1_770_000_000_000, 0)]);
    await database.project();
    expect(await pendingOf(database.pool, user)).toMatchObject({
      pending: 170,
      refunds_charged: 470,
      settled: 300,
    });
    expect(await pendingOf(database.pool, 'nobody')).toMatchObject({
      pending: 0,
      refunds_charged: 0,
      settled: 0,
    });
  });

  test('refuse an entry that does not add up, and a change of a posting', async () => {
    const [live] = await generationsOf(database.pool, 'ledger', 'live');
    if (!live) throw new Error('not installed');
    const table = `${schemaOf(live)}.ledger_postings`;
    const post = (second: number) =>
      database.pool.query(
        `INSERT INTO ${table} VALUES ('x', 900000, 1, 5, 5, 0), ('y', 900000, 1, ${second}, 0, 5)`,
      );
    await expect(post(-4)).rejects.toThrow('do not add up to zero');
    await expect(database.pool.query(`UPDATE ${table} SET amount = amount + 1`)).rejects.toThrow(
      'never changed',
    );
    await expect(database.pool.query(`DELETE FROM ${table}`)).rejects.toThrow('never changed');
  });
});

/** Fen on each account by one line: the rules of docs/domain/books.md, Reconciliation. */
describe('a line of a provider’s statement', () => {
  test.each<[StatementLineKind, number, number, Record<string, number>]>([
    ['charge', 3_000, 18, { 'assets:psp:sandbox': -18, 'expenses:psp-fee': 18 }],
    ['charge', 3_000, 0, {}],
    ['refund', -1_000, -6, { 'assets:psp:sandbox': 6, 'expenses:psp-fee': -6 }],
    ['payout', -940, 20, { 'assets:psp:sandbox': -960, 'expenses:psp-fee': 20, 'assets:bank': 940 }],
    ['transfer', -2_042, 0, { 'assets:psp:sandbox': -2_042, 'assets:bank': 2_042 }],
    ['fee', 0, 99, { 'assets:psp:sandbox': -99, 'expenses:psp-fee': 99 }],
    [
      'dispute',
      -3_000,
      1_500,
      { 'assets:psp:sandbox': -4_500, 'expenses:psp-fee': 1_500, 'expenses:chargeback': 3_000 },
    ],
    ['other', 5_000, 0, {}],
  ])('%s of %i fen, of which the provider keeps %i', async (kind, amount, fee, moved) => {
    const before = await shown();
    const of = { line_id: database.prefix(), kind, amount: fenOf(amount), fee: fenOf(fee) };
    await write(database.log, [lineStep(of, 1_780_000_000_000)]);
    await database.project();
    const after = await shown();
    const change = [...after].map(([account, now]) => [account, now - (before.get(account) ?? 0)] as const);
    expect(Object.fromEntries(change.filter(([, by]) => by !== 0))).toEqual(moved);
  });
});

describe('a closed month', () => {
  test('passes late commissions on like late orders', async () => {
    const run = database.prefix();
    const partner = `${run}c1`;
    const order = (nth: number): Step[] =>
      stepsOf(plainFate({ total: 1_000, affiliate: 20, placedHour: 10 + nth }), run, nth);
    await write(database.log, order(1));
    const covered = await database.log.head();
    await write(database.log, order(2));
    await write(database.log, [settledStep(partner, '2026-01', 200, 1_769_900_000_000, covered)]);
    await write(database.log, order(3));
    await database.project(1);
    expect((await incomeMonthsOf(database.pool, { user_id: partner })).rows).toMatchObject([
      { month: '2026-02', orders: 0, commissions: 400, net: 400, settled_at: null },
      { month: '2026-01', commissions: 200, net: 200, last_position: covered },
    ]);
    await database.rebuildsEqual();
  });

  test('never changes: late lines belong to the next open one, also those written while it was being settled', async () => {
    const run = database.prefix();
    const user = `${run}c0`;
    const order = (nth: number): Step[] =>
      stepsOf(plainFate({ total: 1_000, placedHour: 10 + nth }), run, nth);
    await write(database.log, [...order(1), ...order(2)]);
    const covered = await database.log.head();
    await write(database.log, order(3));
    await write(database.log, [settledStep(user, '2026-01', 1_880, 1_769_900_000_000, covered)]);
    await write(database.log, order(4));
    await database.project(1);
    const { rows } = await incomeMonthsOf(database.pool, { user_id: user });
    expect(rows).toMatchObject([
      { month: '2026-02', orders: 2, net: 1_880, settled_at: null },
      { month: '2026-01', orders: 2, net: 1_880, last_position: covered, settled_at: 1_769_900_000 },
    ]);
    await database.rebuildsEqual();
  });
});
