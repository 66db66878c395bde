import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { OutTradeNo, UserId } from '#events/ids.ts';
import { fenOf } from '#events/money.ts';
import { balanceStream } from '#events/stream-names.ts';
import { fixture } from '#events/testing/fixture.ts';
import { withSecondBeginnings } from '#events/testing/second-beginnings.ts';
import { incomeMonthsOf } from '#read-models/books/ledger/income.ts';
import { balanceSummaryOf } from '#read-models/books/ledger/queries.ts';
import { generationsOf, schemaOf } from '#read-models/engine/generations.ts';
import { stepOf, write } from '#read-models/testing/history.ts';
import { accept, type Command } from '#services/commerce/engine/command.ts';
import { settleMonth } from '#services/commerce/income/settle-month.ts';
import { balanceKind, type PendingSnapshot } from '#services/commerce/withdrawals/balance.ts';
import { requestWithdrawal } from '#services/commerce/withdrawals/request-withdrawal.ts';
import { compareMonth } from './compare.ts';
import { settleMonths } from './settle.ts';
import { FEBRUARY, HOUR, openBooks } from './testing/books.ts';

const MONTH = '2026-01';

const books = fixture(openBooks);

const settlementsOf = async (user_id: string) =>
  (await books.events('MonthSettled')).filter((one) => one.user_id === user_id);

describe('the settlement of a month', () => {
  test('adds up orders and refunds of the month, with the evidence to do it again', async () => {
    await books.orders('a', [
      { total: 500 },
      { total: 123_456 },
      { total: 101, imported: true },
      { total: 1_000, ending: 'refunded', hours: 1, refundTenths: [3, 4] },
      // Refunded in February: it belongs there.
      { total: 2_000, ending: 'refunded', hours: 20 * 24, refundTenths: [1] },
      { total: 700, ending: 'pending' },
    ]);
    const run = await settleMonths(books.parts(books.committer()));
    expect(run.settled).toBe(1);
    expect(run.still_open).toContain('2026-02');
    const [evidence] = await settlementsOf('ac0');
    const net = 470 + 116_048 + 940 - (282 + 376) + 1_880;
    expect(evidence).toMatchObject({
      user_id: 'ac0',
      month: MONTH,
      orders: 4,
      gross: 126_956,
      refunds: 700,
      payment_fee: 5 + 1_235 + 10 - 7 + 20,
      service_fee: 25 + 6_173 + 50 - 35 + 100,
      affiliate: 0,
      net,
      available_at: FEBRUARY + 10 * HOUR,
    });

    // The same, computed from the raw log.
    const { events } = await books.database.log.readAll(0, { limit: 10_000 });
    const mine = events.filter(
      ({ type, metadata }) =>
        ['OrderPaid', 'OrderRefunded'].includes(type) &&
        metadata.creator_id === 'ac0' &&
        !metadata.imported &&
        metadata.at < FEBRUARY,
    );
    const [first, last] = [mine[0]?.position, mine.at(-1)?.position];
    expect([evidence?.first_position, evidence?.last_position]).toEqual([first, last]);
    const back: Record<string, string> = { 300: '-300\t-3\t-15\t0\t-282', 400: '-400\t-4\t-20\t0\t-376' };
    const paid: Record<string, string> = {
      500: '500\t5\t25\t0\t470',
      123456: '123456\t1235\t6173\t0\t116048',
      1000: '1000\t10\t50\t0\t940',
      2000: '2000\t20\t100\t0\t1880',
    };
    const lines = mine.map(({ position, type, data }) => {
      const { out_trade_no, amount, refund_id } = data as Record<string, string>;
      return type === 'OrderPaid'
        ? `${position}\torder\t${out_trade_no}\t\t${paid[String(amount)]}\n`
        : `${position}\trefund\t${out_trade_no}\t${refund_id}\t${back[String(amount)]}\n`;
    });
    expect(evidence?.lines_sha256).toBe(createHash('sha256').update(lines.join('')).digest('hex'));
    await books.database.project();
    expect(await compareMonth(books.database.pool, MONTH)).toEqual({ compared: 1, differing: [] });
  });

  test('moves pending to available, also below zero, and carries it on', async () => {
    await books.orders('b', [{ total: 1_000 }]);
    await settleMonths(books.parts(books.committer()));
    books.clock.at = FEBRUARY + 31 * 24 * HOUR;
    const steps = await books.orders('b2', [
      { creator: 0, total: 1_000, ending: 'refunded', hours: 500, refundTenths: [5] },
    ]);
    expect(steps).toHaveLength(3);
    await books.database.project();
    await settleMonths(books.parts(books.committer()));
    await books.database.project();
    const nets = (await books.events('IncomeSettled'))
      .filter(({ user_id }) => user_id === 'b2c0')
      .map(({ month, net }) => [month, net]);
    expect(nets).toEqual([
      [MONTH, 940],
      ['2026-02', -470],
    ]);
    expect((await balanceSummaryOf(books.database.pool, 'b2c0')).balance).toEqual({
      pending: 0,
      available: 470,
      paying: 0,
    });
    books.clock.at = FEBRUARY + 1;
  });

  test('is refused for a month that is not over, and posts nothing a second time', async () => {
    await books.orders('c', [{ total: 1_000 }, { total: 1_000, placedHour: 24 * 40 }]);
    const parts = books.parts(books.committer());
    expect((await settleMonths(parts)).settled).toBe(1);
    await books.database.project();
    expect((await settleMonths(parts)).settled).toBe(0);
    expect(await settlementsOf('cc0')).toHaveLength(1);
    const { rows } = await incomeMonthsOf(books.database.pool, { user_id: 'cc0' });
    expect(rows.map(({ month, settled_at }) => [month, settled_at !== null])).toEqual([
      ['2026-02', false],
      [MONTH, true],
    ]);
  });

  test('waits for a creator whose events the books have set aside', async () => {
    const [order] = await books.orders('aside', [{ total: 1_000 }]);
    await books.orders('whole', [{ total: 1_000 }]);
    const { pool } = books.database;
    await pool.query(
      `INSERT INTO rm.set_aside (name, generation, stream, position, type, error)
       SELECT name, generation, $1, 1, 'OrderPaid', '' FROM rm.generations WHERE name = 'ledger' AND state = 'live'`,
      [order?.stream],
    );
    const settled = async () => {
      await settleMonths(books.parts(books.committer()));
      await books.database.project();
      return [await settlementsOf('asidec0'), await settlementsOf('wholec0')].map(({ length }) => length);
    };
    expect(await settled()).toEqual([0, 1]);
    await pool.query('DELETE FROM rm.set_aside');
    expect(await settled()).toEqual([1, 1]);
  });

  test('finds settlements that differ from their lines', async () => {
    await books.orders('d', [{ total: 1_000 }, { total: 2_000 }]);
    await settleMonths(books.parts(books.committer()));
    await books.database.project();
    const [live] = await generationsOf(books.database.pool, 'ledger', 'live');
    if (!live) throw new Error('not installed');
    await books.database.pool.query(
      `UPDATE ${schemaOf(live)}.ledger_entries SET amount = amount + 1, net = net + 1
        WHERE user_id = 'dc0' AND amount = 2000`,
    );
    const { differing } = await compareMonth(books.database.pool, MONTH);
    expect(differing).toEqual([{ user_id: 'dc0', figures: ['gross', 'net', 'lines_sha256'] }]);
  });
});

/** Counts after both have run: how often each of the creators was settled. */
async function twice(prefix: string, guarded: boolean): Promise<number[]> {
  const creators = 6;
  for (let nth = 0; nth < creators; nth += 1) await books.orders(`${prefix}${nth}`, [{ total: 1_000 }]);
  /** The decision without its guards: it does not read existing settlements, and uses no derived ids. */
  const careless = (command: Command<unknown>): Command<unknown> => ({
    ...command,
    decide(states, now) {
      const blind = { ...states, get: () => ({ phase: 'open' }) } as unknown as typeof states;
      const decision = command.decide(Object.assign(blind, { calendar: states.calendar }), now);
      if (!decision.accepted) return decision;
      return accept(
        decision.events.map(({ id: _derived, ...event }) => event),
        decision.result,
      );
    },
  });
  const runs = [books.committer(), books.committer()].map((one) =>
    settleMonths(books.parts(one, guarded ? undefined : careless)),
  );
  await Promise.all(runs);
  const counts = [];
  for (let nth = 0; nth < creators; nth += 1) counts.push((await settlementsOf(`${prefix}${nth}c0`)).length);
  return counts;
}

describe('two concurrent settlements', () => {
  test('posts once', async () => {
    expect(await twice('e', true)).toEqual([1, 1, 1, 1, 1, 1]);
  });

  test('posts twice without its guards', async () => {
    const counts = await withSecondBeginnings(books.database.pool, () => twice('f', false));
    expect(counts).toEqual([2, 2, 2, 2, 2, 2]);
  });
});

/**
 * 100.00 is available; the finished month lost 37.60. Many requests for the whole amount run during the settlement,
 * in two processes. The rest at the end, in fen.
 * @param seen the pending income that they read
 */
async function leftAfterBoth(prefix: string, seen: PendingSnapshot): Promise<number> {
  const user_id = `${prefix}c0` as UserId;
  const stream = balanceStream(user_id);
  const at = FEBRUARY - 20 * 24 * HOUR;
  const earlier = { user_id, month: '2025-12', net: fenOf(10_000), available_at: at };
  const refund = { user_id, out_trade_no: `${prefix}x` as OutTradeNo, refund_id: 'r', net: fenOf(3_760) };
  await write(books.database.log, [
    stepOf(stream, user_id, { type: 'IncomeSettled', data: earlier }, at),
    stepOf(stream, user_id, { type: 'RefundCharged', data: refund }, at),
  ]);
  const [one, other] = [books.committer(), books.committer()];
  const zero = fenOf(0);
  const settling = settleMonth({
    user_id,
    month: MONTH,
    orders: 0,
    gross: zero,
    payment_fee: zero,
    service_fee: zero,
    affiliate: zero,
    refunds: fenOf(4_000),
    commissions: zero,
    net: fenOf(-3_760),
    first_position: 1,
    last_position: 1,
    lines_sha256: '',
  });
  const asks = [10_000, 6_240, 6_240, 100, 9_999].map((amount, nth) =>
    requestWithdrawal({
      user_id,
      withdrawal_id: `${prefix}w${nth}`,
      amount: fenOf(amount),
      withdraw_type: 1,
      method_ref: 'm',
      instead_of: null,
      smallest: fenOf(100),
      pending: seen,
    }),
  );
  const asking = asks.map((ask, nth) => (nth % 2 === 0 ? one : other).submit(ask));
  await Promise.all([...asking, other.submit(settling)]);
  const { months, withdrawals } = await one.read([stream], (states) => states.get(balanceKind, stream));
  const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0);
  return sum(months.map(({ net }) => net)) - sum(withdrawals.map(({ amount }) => amount));
}

describe('withdrawals during settlement', () => {
  const seen = { pending: fenOf(-3_760), refunds_charged: fenOf(3_760), settled: fenOf(10_000) };

  test('never include what the month lost', async () => {
    for (const prefix of ['g', 'h', 'i']) expect(await leftAfterBoth(prefix, seen)).toBeGreaterThanOrEqual(0);
  });

  test('include it when nothing is held back', async () => {
    expect(await leftAfterBoth('j', { ...seen, pending: fenOf(0) })).toBeLessThan(0);
  });
});
