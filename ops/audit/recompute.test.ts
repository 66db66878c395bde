import { type ExecException, execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from 'vitest';
import { asOutTradeNo, newEventId, type UserId } from '#events/ids.ts';
import type { EventLog } from '#events/log/log.ts';
import { fenOf, ZERO } from '#events/money.ts';
import {
  accountStream,
  agreementStream,
  ballotStream,
  orderStream,
  voteStream,
} from '#events/stream-names.ts';
import { addDamagedLog, BEGUN_TWICE } from '#events/testing/begun-twice.ts';
import { fixture } from '#events/testing/fixture.ts';
import { addLostMonths, LOST_MONTHS } from '#events/testing/lost-months.ts';
import { newest } from '#events/testing/newest-events.ts';
import { businessCalendar, DEFAULT_TIME_ZONE } from '#events/time.ts';
import { generatePast } from '#ops/bench/generated-log.ts';
import { ledger } from '#read-models/books/ledger/projection.ts';
import { votes } from '#read-models/content/votes/projection.ts';
import { rebuild } from '#read-models/engine/rebuild.ts';
import { agreements } from '#read-models/memberships/agreements/projection.ts';
import { readModelDatabase } from '#read-models/testing/database.ts';

const RECOMPUTE = fileURLToPath(new URL('recompute.mjs', import.meta.url));
const ORDERS = 80_000;
/**
 * Node's memory limits. The program needs 13 MB; keeping each order exceeds 24. With small young generations the need
 * does not depend on how fast the garbage is collected.
 */
const LIMITS = ['--max-old-space-size=24', '--max-semi-space-size=1'];

const books = ledger(businessCalendar(DEFAULT_TIME_ZONE));
const database = fixture(() => readModelDatabase([books, agreements, votes]));

const at = Date.UTC(2026, 9, 31);
const metadata = { creator_id: newest.OrderPlaced.creator_id, actor: 'process:test' as const, at };
const event = <Event extends object>(data: Event) => ({ id: newEventId(), metadata, ...data });
const { creator_id, user_id, plan_id } = newest.AgreementMade;
const parties = { creator_id, user_id, plan_id };
const stream = agreementStream(plan_id, user_id);
const renewal = { ...parties, out_trade_no: asOutTradeNo('32'), amount: fenOf(1_000) };
const renewalPlaced = () => event({ type: 'RenewalPlaced' as const, data: { ...renewal, until: at } });
const renewalPaid = () => event({ type: 'RenewalPaid' as const, data: { ...renewal, until: at + 9 } });

/** An agreement with one renewal, which its fan ended. */
async function agreed(log: EventLog): Promise<void> {
  const first = asOutTradeNo('31');
  const { amount } = renewal;
  for (const out_trade_no of [first, renewal.out_trade_no]) {
    const placed = { ...newest.OrderPlaced, out_trade_no, total_amount: amount };
    const events = [
      event({ type: 'OrderPlaced' as const, data: placed }),
      event({ type: 'OrderPaid' as const, data: { ...newest.OrderPaid, out_trade_no, amount } }),
    ];
    await log.append([{ stream: orderStream(out_trade_no), expected: 'no_stream', events }]);
  }
  const made = { ...newest.AgreementMade, out_trade_no: first, amount, until: at };
  const events = [
    event({ type: 'AgreementMade' as const, data: made }),
    renewalPlaced(),
    renewalPaid(),
    event({ type: 'AgreementEnded' as const, data: { ...parties, reason: 'fan' as const } }),
  ];
  await log.append([{ stream, expected: 'no_stream', events }]);
}

const people = ['a', 'b', 'c'] as UserId[];
const ballot = (post_id: string, of: UserId, options: string[]) => ({
  stream: ballotStream(post_id, of),
  expected: 'no_stream' as const,
  events: [event({ type: 'BallotCast' as const, data: { post_id, creator_id, user_id: of, options } })],
});

/** A vote with three ballots that has ended. @param count stated for the first option */
async function voted(log: EventLog, post_id: string, count = 2): Promise<void> {
  const vote = { post_id, creator_id };
  const terms = { ...newest.VoteCreated.terms, deadline: at + 1 };
  const [a, b, c] = people as [UserId, UserId, UserId];
  await log.append([
    {
      stream: voteStream(post_id),
      expected: 'no_stream',
      events: [event({ type: 'VoteCreated' as const, data: { ...vote, terms } })],
    },
    ballot(post_id, a, ['1']),
    ballot(post_id, b, ['1', '3']),
    ballot(post_id, c, ['2']),
  ]);
  await log.append([
    {
      stream: voteStream(post_id),
      expected: 0,
      events: [event({ type: 'VoteEnded' as const, data: vote })],
    },
  ]);
  const through = await log.head();
  const counts = [count, 1, 1].map((one, n) => ({ option: String(n + 1), count: one }));
  await log.append([
    {
      stream: voteStream(post_id),
      expected: 1,
      events: [event({ type: 'VoteClosed' as const, data: { ...vote, ballots: 3, counts, through } })],
    },
  ]);
}

beforeAll(async () => {
  const past = { orders: ORDERS, creators: ['one', 'two'], fans: 100, days: 20, events: 'orders' as const };
  await generatePast(database.pool, { ...past, until: Date.UTC(2026, 9, 30) });
  const { pool, log } = database;
  await agreed(log);
  await voted(log, 'fair');
  for (const one of [books, agreements, votes]) await rebuild(pool, log, one);
});

/** @param limits of Node's memory; a process at its limit can end without a word, which only one test is about */
const recompute = (...limits: string[]) =>
  promisify(execFile)(process.execPath, [...limits, RECOMPUTE], {
    env: { PATH: process.env.PATH, DATABASE_URL: database.url },
  });

test('needs no more memory for many orders', { timeout: 60_000 }, async () => {
  const { stdout } = await recompute(...LIMITS);
  expect(stdout).toContain(`${2 * ORDERS + ORDERS / 50 + 4} events, ${ORDERS + 2} orders, 0 settlements`);
  expect(stdout).toContain('every account equals its events');
});

test('names a refund beyond the payment, a renewal that was charged twice, and a closed account with money', {
  timeout: 60_000,
}, async () => {
  const { pool, log } = database;
  await pool.query('ALTER TABLE log.events DISABLE TRIGGER refunds_within_payment');
  const { out_trade_no, total_amount: amount } = newest.OrderPlaced;
  const refund = { ...newest.OrderRefunded, amount };
  const events = [
    event({ type: 'OrderPlaced' as const, data: newest.OrderPlaced }),
    event({ type: 'OrderPaid' as const, data: { ...newest.OrderPaid, amount } }),
    event({ type: 'OrderRefunded' as const, data: { ...refund, refund_id: 'first', refunded_before: ZERO } }),
    event({
      type: 'OrderRefunded' as const,
      data: { ...refund, refund_id: 'second', refunded_before: amount },
    }),
  ];
  await log.append([
    { stream: orderStream(out_trade_no), expected: 'no_stream', events },
    { stream, expected: 'any', events: [renewalPlaced(), renewalPaid()] },
    {
      stream: accountStream(creator_id),
      expected: 'no_stream',
      events: [event({ type: 'AccountClosed' as const, data: { user_id: creator_id } })],
    },
  ]);
  await database.project(1_000, [books]);
  const agreementsRead = `UPDATE rm.checkpoints SET position = $1 WHERE name = 'agreements'`;
  await pool.query(agreementsRead, [await log.head()]);
  const { code, stdout } = (await recompute().catch((error: unknown) => error)) as ExecException;
  expect(code).toBe(1);
  const faults = [
    `${2 * amount} refunded of ${amount}`,
    'of an account that was closed at position',
    `agreement of ${user_id} for ${plan_id}: not what its events say`,
    ...['a period has two orders', 'is charged twice', 'is placed without an agreement'].map(
      (rule) => `renewal 32: ${rule}`,
    ),
  ];
  for (const fault of faults) expect(stdout).toContain(fault);
});

test('names votes whose counts, ballots or stated results are not what was cast', {
  timeout: 60_000,
}, async () => {
  const { pool, log } = database;
  for (const post_id of ['counted', 'late', 'foreign']) await voted(log, post_id);
  await voted(log, 'stated', 3);
  await log.append([
    ballot('late', 'd' as UserId, ['1']),
    ballot('foreign', 'd' as UserId, ['1', '9']),
    ballot('foreign', 'e' as UserId, ['1', '2', '3']),
  ]);
  await database.project(1_000, [votes]);
  await pool.query(`UPDATE rm.vote_counts SET count = count + 1 WHERE post_id = 'counted' AND option = '3'`);
  const { code, stdout } = (await recompute().catch((error: unknown) => error)) as ExecException;
  expect(code).toBe(1);
  expect(stdout?.split('\n').filter((line) => line.includes('vote of post'))).toEqual(
    [
      'counted: is not counted as its ballots are',
      'foreign: has a ballot after its end',
      'late: has a ballot after its end',
      'foreign: has a ballot that it does not allow',
      'stated: states another result than its ballots',
    ].map((fault) => `DIFFERS: vote of post ${fault}`),
  );
});

test('names streams that begin twice', { timeout: 60_000 }, async () => {
  await addDamagedLog(database.pool);
  const { stdout } = (await recompute().catch((error: unknown) => error)) as ExecException;
  for (const stream of BEGUN_TWICE) expect(stdout).toContain(`${stream}: OrderPlaced at position`);
  expect(stdout).toContain('begins it a second time');
});

test('names a membership whose paid months are lost, and what to do; not one that was corrected', {
  timeout: 60_000,
}, async () => {
  await addLostMonths(database.pool);
  await database.project(1_000, [books]);
  const { stdout } = (await recompute().catch((error: unknown) => error)) as ExecException;
  expect(stdout?.split('\n').filter((line) => line.includes('membership'))).toEqual([
    `DIFFERS: ${LOST_MONTHS}`,
    expect.stringContaining('a further order of the plan'),
  ]);
});
