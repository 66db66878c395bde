import { describe, expect, it } from 'vitest';
import type { OutTradeNo } from '#events/ids.ts';
import { type Fen, fenOf } from '#events/money.ts';
import { balanceStream } from '#events/stream-names.ts';
import { businessCalendar, DAY_MS, DEFAULT_TIME_ZONE } from '#events/time.ts';
import type { Decided } from '../engine/command.ts';
import { endOfMonth, type MonthSums, settleMonth } from '../income/settle-month.ts';
import {
  askFor,
  balanceOf,
  FINANCE,
  NOTHING_PENDING,
  RETRY,
  review,
  SECOND,
  send,
  settledMonth,
  succeeded,
  THRESHOLD,
  tell,
} from '../testing/payout-steps.ts';
import { CREATOR, decided, given, NOON, type Scenario } from '../testing/scenario.ts';
import { availableAt, type PendingSnapshot } from './balance.ts';
import type { PayoutNotice } from './payout.ts';
import { type RequestWithdrawal, withdrawable } from './request-withdrawal.ts';

const BANK = 7;
const charged = (net: number) =>
  decided(balanceStream(CREATOR), {
    type: 'RefundCharged',
    data: { user_id: CREATOR, out_trade_no: 'o' as OutTradeNo, refund_id: 'r', net: fenOf(net) },
  });
/** @param settled default: all of it */
const seen = (pending: number, refunds_charged = 0, settled = Number.MAX_SAFE_INTEGER): PendingSnapshot => ({
  pending: fenOf(pending),
  refunds_charged: fenOf(refunds_charged),
  settled: fenOf(settled),
});
const ask = (withdrawal_id: string, amount: number, change: Partial<RequestWithdrawal> = {}) =>
  askFor(withdrawal_id, amount, { smallest: fenOf(100), ...change });
const approve = (by = FINANCE, second_above: Fen = THRESHOLD) =>
  review({ kind: 'approve', second_above, pending: NOTHING_PENDING }, 'w1', by);
const reject = (reason: string) => review({ kind: 'reject', reason });
const retry = (pending = seen(0)) => review({ ...RETRY, pending });
const failed: PayoutNotice = { kind: 'failed', status: 4, deal_error: 'no such account', can_atb: true };

const available = (scenario: Scenario) => availableAt(balanceOf(scenario), scenario.memory.now);

/** 100.00 available, of which 60.00 was requested. */
const requested = (...more: Decided[]) => given(settledMonth(10_000), ...more).after(ask('w1', 6000));
const approved = () => requested().after(approve());
const sent = () => approved().after(send());

describe('settling a month', () => {
  const sums: MonthSums = {
    user_id: CREATOR,
    month: '2026-04',
    orders: 1,
    gross: fenOf(1000),
    payment_fee: fenOf(10),
    service_fee: fenOf(50),
    affiliate: fenOf(0),
    refunds: fenOf(0),
    commissions: fenOf(0),
    net: fenOf(940),
    first_position: 1,
    last_position: 1,
    lines_sha256: 'aa',
  };

  it('happens once, is available on the 1st at 10:00, and keeps its evidence', () => {
    const scenario = given();
    const why = { by: 'process:admin', reason: '' } as const;
    expect(scenario.refuses(settleMonth(sums, why))).toMatchObject({ errors: [{ field: 'reason' }] });
    expect(scenario.accepts(settleMonth(sums)).types).toEqual(['MonthSettled', 'IncomeSettled']);
    const other = { ...sums, net: fenOf(1) };
    expect(scenario.accepts(settleMonth(other))).toMatchObject({
      events: [],
      result: { settled: false, evidence: { net: 940 } },
    });
    scenario.memory.now = Date.parse('2026-05-01T01:59:59Z');
    expect(available(scenario)).toBe(0);
    scenario.memory.now = Date.parse('2026-05-01T02:00:00Z');
    expect(available(scenario)).toBe(940);
  });

  it('before it is over is refused', () => {
    expect(given().refuses(settleMonth({ ...sums, month: '2026-05' }))).toEqual({
      code: 'state_does_not_allow',
    });
  });

  it('ends with the year, too', () => {
    const { ends_at, available_at } = endOfMonth(businessCalendar(DEFAULT_TIME_ZONE), '2026-12');
    expect(new Date(ends_at).toISOString()).toBe('2026-12-31T16:00:00.000Z');
    expect(available_at - ends_at).toBe(36_000_000);
  });
});

describe('requesting a withdrawal', () => {
  it('deducts it from available, never below zero, for any number of requests', () => {
    const scenario = requested();
    expect(available(scenario)).toBe(4000);
    expect(scenario.refuses(ask('w2', 4001))).toEqual({ code: 'balance_too_small' });
    expect(scenario.accepts(ask('w2', 4000)).result).toEqual({ withdrawal_id: 'w2', left: 0 });
    expect(scenario.refuses(ask('w3', 100))).toEqual({ code: 'balance_too_small' });
  });

  it('twice by one id is once; by one id for another amount is refused', () => {
    const scenario = requested();
    expect(scenario.accepts(ask('w1', 6000)).events).toEqual([]);
    expect(scenario.refuses(ask('w1', 100))).toEqual({ code: 'idempotency_key_reused' });
  });

  it('below the smallest amount is refused by field', () => {
    expect(given(settledMonth(10_000)).refuses(ask('w1', 99))).toMatchObject({
      errors: [{ field: 'amount' }],
    });
  });

  it('a month below zero is carried over', () => {
    const scenario = given(settledMonth(-3000), settledMonth(10_000, '2026-03'));
    expect(available(scenario)).toBe(7000);
    expect(scenario.refuses(ask('w1', 7001))).toEqual({ code: 'balance_too_small' });
  });

  it('pending below zero holds as much back; a refund that the reader had not seen counts as well', () => {
    expect(given(settledMonth(10_000)).refuses(ask('w1', 7001, { pending: seen(-3000, 3000) }))).toEqual({
      code: 'balance_too_small',
    });
    const scenario = given(settledMonth(10_000), charged(3000), charged(2000));
    // Only the first of both was read: pending was 1,000 after it.
    const pending = seen(1000, 3000);
    expect(withdrawable(balanceOf(scenario), pending, NOON)).toBe(9000);
    expect(scenario.refuses(ask('w1', 9001, { pending }))).toEqual({ code: 'balance_too_small' });
    expect(scenario.accepts(ask('w1', 9000, { pending })).result.left).toBe(0);
  });
});

describe('finance', () => {
  it('approves; a second time changes nothing', () => {
    const scenario = requested();
    expect(scenario.accepts(approve()).result).toEqual({ status: 1, approved: true });
    expect(scenario.accepts(approve(SECOND)).events).toEqual([]);
  });

  it('needs a second, different person over the threshold', () => {
    const scenario = requested();
    expect(scenario.accepts(approve(FINANCE, fenOf(5999))).result).toEqual({ status: 1, approved: false });
    expect(scenario.accepts(send()).result.payout_id).toBeNull();
    expect(scenario.refuses(approve(FINANCE, fenOf(5999)))).toMatchObject({
      errors: [{ field: 'by', message: { key: 'second_person' } }],
    });
    expect(scenario.accepts(approve(SECOND, fenOf(5999))).result.approved).toBe(true);
  });

  it('needs one also for several small ones of a day that it approved alone', () => {
    const by = (id: string, who = FINANCE) =>
      review({ kind: 'approve', second_above: fenOf(5_000), pending: NOTHING_PENDING }, id, who);
    const scenario = given(settledMonth(20_000)).after(ask('w1', 3_000), ask('w2', 3_000), by('w1'));
    expect(scenario.accepts(by('w2')).result.approved).toBe(false);
    expect(scenario.accepts(by('w2', SECOND)).result.approved).toBe(true);
    // Two people agreed to w2: only w1 counts.
    scenario.memory.now += DAY_MS - 1;
    expect(scenario.after(ask('w3', 3_000)).accepts(by('w3')).result.approved).toBe(false);
    scenario.memory.now += 1;
    expect(scenario.after(ask('w4', 3_000)).accepts(by('w4')).result.approved).toBe(true);
  });

  it('rejects with a reason, and the money is available again', () => {
    const scenario = requested();
    expect(scenario.refuses(reject(' '))).toMatchObject({ errors: [{ field: 'reason' }] });
    scenario.accepts(reject('姓名不符'));
    expect(scenario.accepts(reject('姓名不符')).events).toEqual([]);
    expect(scenario.refuses(reject('重复'))).toEqual({ code: 'state_does_not_allow' });
    expect(available(scenario)).toBe(10_000);
    expect(scenario.refuses(approve())).toEqual({ code: 'state_does_not_allow' });
  });

  it('cannot reject an approved one, decide on the own one, or on an unknown one', () => {
    expect(approved().refuses(reject('late'))).toEqual({ code: 'state_does_not_allow' });
    expect(requested().refuses(approve(CREATOR))).toEqual({ code: 'not_allowed' });
    expect(given().refuses(approve())).toEqual({ code: 'not_found' });
  });
});

describe('a payout', () => {
  it('is sent once, and succeeds once, for any number of answers', () => {
    const scenario = approved();
    expect(scenario.accepts(send()).result).toMatchObject({ payout_id: 'w1-1', amount: 6000 });
    expect(scenario.accepts(send())).toMatchObject({ events: [], result: { payout_id: 'w1-1' } });
    expect(scenario.accepts(tell(succeeded)).result.status).toBe(2);
    expect(scenario.accepts(tell(succeeded)).events).toEqual([]);
    expect(scenario.accepts(send()).result.payout_id).toBeNull();
    expect(available(scenario)).toBe(4000);
  });

  it('that failed gives the money back; retried, it is the next attempt', () => {
    const scenario = sent();
    expect(scenario.accepts(tell(failed)).result.status).toBe(4);
    expect(available(scenario)).toBe(10_000);
    expect(scenario.accepts(tell(failed)).events).toEqual([]);
    scenario.accepts(retry());
    expect(available(scenario)).toBe(4000);
    expect(scenario.accepts(send()).result.payout_id).toBe('w1-2');
    scenario.accepts(tell(succeeded, 'w1-2'));
    expect(available(scenario)).toBe(4000);
  });

  it('that is retried needs the money to be there still', () => {
    const scenario = sent().after(tell(failed), ask('w2', 9000));
    expect(scenario.refuses(retry())).toMatchObject({
      code: 'payout_not_covered',
      amounts: { available: '-50.00', missing: '50.00' },
    });
  });

  it('a retry leaves the holds for refunds', () => {
    const scenario = sent().after(tell(failed));
    // 10,000 available, of which 4,001 are held: 6,000 are not there.
    const lacks = { code: 'payout_not_covered', amounts: { pending: '-40.01', missing: '0.01' } };
    expect(scenario.refuses(retry(seen(-4001)))).toMatchObject(lacks);
    scenario.memory.given([charged(4001)]);
    expect(scenario.refuses(retry(seen(0)))).toMatchObject(lacks);
    scenario.accepts(retry(seen(1)));
  });

  it('without an answer is unknown, still on its way, and sent to no second payout', () => {
    const scenario = sent();
    expect(scenario.accepts(tell({ kind: 'unknown' })).types).toEqual(['PayoutUnknown']);
    expect(scenario.accepts(tell({ kind: 'unknown' })).events).toEqual([]);
    expect(scenario.accepts(send()).result.payout_id).toBe('w1-1');
    expect(available(scenario)).toBe(4000);
    expect(scenario.accepts(tell(succeeded)).result.status).toBe(2);
  });

  it.each([
    ['failed after success', succeeded, failed, 4000],
    ['success after failed', failed, succeeded, 10_000],
  ])('%s moves no money, and is noted once for finance to look at', (_what, first, then, left) => {
    const scenario = sent().after(tell(first));
    expect(scenario.accepts(tell(then)).types).toEqual(['PayoutDisputed']);
    expect(scenario.accepts(tell(then)).events).toEqual([]);
    expect(available(scenario)).toBe(left);
  });

  it('that is disputed is neither paid again nor switched: it may have been paid', () => {
    const scenario = sent().after(tell(failed), tell(succeeded));
    expect(scenario.refuses(retry())).toEqual({ code: 'state_does_not_allow' });
    expect(scenario.refuses(ask('w2', 6000, { instead_of: 'w1', withdraw_type: BANK }))).toEqual({
      code: 'state_does_not_allow',
    });
  });

  it('that is reported as paid after all holds its amount back: it is withdrawn once', () => {
    const scenario = sent().after(tell(failed));
    expect(scenario.accepts(ask('w2', 1000)).result.left).toBe(9000);
    scenario.accepts(tell(succeeded));
    // 10000 less 1000 in payout, less the 6000 that the provider now reports as paid.
    expect(scenario.refuses(ask('w3', 3001))).toEqual({ code: 'balance_too_small' });
    expect(scenario.accepts(ask('w3', 3000)).result.left).toBe(0);
  });

  it('that was never sent is not found', () => {
    expect(approved().refuses(tell(succeeded))).toEqual({ code: 'not_found' });
    expect(sent().refuses(tell(succeeded, 'w1-2'))).toEqual({ code: 'not_found' });
  });

  it('that failed can be switched to the bank card, once', () => {
    const scenario = sent();
    const toBank = { instead_of: 'w1', withdraw_type: BANK };
    expect(scenario.refuses(ask('w2', 6000, toBank))).toEqual({ code: 'state_does_not_allow' });
    scenario.accepts(tell(failed));
    expect(scenario.refuses(ask('w2', 5000, toBank))).toEqual({ code: 'state_does_not_allow' });
    scenario.accepts(ask('w2', 6000, toBank));
    expect(scenario.refuses(ask('w3', 6000, toBank))).toEqual({ code: 'state_does_not_allow' });
    expect(scenario.refuses(retry())).toEqual({ code: 'state_does_not_allow' });
    expect(scenario.refuses(ask('w4', 6000, { instead_of: 'none' }))).toEqual({ code: 'not_found' });
  });
});

describe('a settlement during a withdrawal', () => {
  const LATER = NOON + 10 * 3_600_000;

  it('with a loss deducts it from available immediately, not only by the date', () => {
    const scenario = given(settledMonth(10_000), settledMonth(-4_000, '2026-05', LATER));
    expect(available(scenario)).toBe(6_000);
    expect(scenario.refuses(ask('w1', 6_001, { pending: seen(0) }))).toEqual({ code: 'balance_too_small' });
    scenario.accepts(ask('w1', 6_000, { pending: seen(0) }));
  });

  it('an unread refund reduces the pending income that was read', () => {
    // Read before: 5,000 pending. Then 5,000 was settled, to come later, and 4,000 refunded.
    const before = seen(5_000, 0, 10_000);
    const scenario = given(settledMonth(10_000), settledMonth(5_000, '2026-05', LATER), charged(4_000));
    expect(scenario.refuses(ask('w1', 6_001, { pending: before }))).toEqual({ code: 'balance_too_small' });
    scenario.accepts(ask('w1', 6_000, { pending: before }));
  });
});
