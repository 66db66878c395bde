import { describe, expect, it } from 'vitest';
import type { OutTradeNo } from '#events/ids.ts';
import { type Fen, fenOf, ZERO } from '#events/money.ts';
import { balanceStream } from '#events/stream-names.ts';
import { DAY_MS } from '#events/time.ts';
import {
  approve,
  askFor as ask,
  balanceOf,
  close,
  FINANCE,
  failed,
  RETRY,
  review,
  SECOND,
  send,
  settledMonth,
  succeeded,
  THRESHOLD,
  tell,
} from '../testing/payout-steps.ts';
import { CREATOR, decided, given, NOON } from '../testing/scenario.ts';
import { availableAt, type PendingSnapshot } from './balance.ts';

const BANK = 7;
const charged = (net: number) =>
  decided(balanceStream(CREATOR), {
    type: 'RefundCharged',
    data: { user_id: CREATOR, out_trade_no: 'o' as OutTradeNo, refund_id: 'r', net: fenOf(net) },
  });
/** All settlements are seen. */
const seen = (pending: number, refunds_charged = 0): PendingSnapshot => ({
  pending: fenOf(pending),
  refunds_charged: fenOf(refunds_charged),
  settled: fenOf(Number.MAX_SAFE_INTEGER),
});
const retry = (id = 'w1', by = FINANCE) => review(RETRY, id, by);

describe('an approval by the books of its moment', () => {
  /** 94.00 settled and requested; then all of the sale is refunded. */
  const refunded = () => {
    const scenario = given(settledMonth(9_400)).after(ask('w1', 9_400));
    scenario.memory.given([charged(9_400)]);
    return scenario;
  };
  const approving = (pending: PendingSnapshot, by = FINANCE, second_above: Fen = THRESHOLD) =>
    review({ kind: 'approve', second_above, pending }, 'w1', by);

  it('is refused after a refund, read or not, and names the amounts', () => {
    const scenario = refunded();
    const amounts = { available: '0.00', pending: '-94.00', on_hold: '0.00', missing: '94.00' };
    const lacks = { code: 'payout_not_covered', amounts };
    expect(scenario.refuses(approving(seen(-9_400, 9_400)))).toEqual(lacks);
    expect(scenario.refuses(approving(seen(0)))).toEqual(lacks);
    // One fen too little of later income.
    expect(scenario.refuses(approving(seen(9_399)))).toMatchObject({ amounts: { missing: '0.01' } });
    scenario.accepts(approving(seen(9_400)));
  });

  it('is refused to the second person, too', () => {
    const scenario = given(settledMonth(9_400)).after(ask('w1', 9_400));
    expect(scenario.accepts(approving(seen(0), FINANCE, ZERO)).result.approved).toBe(false);
    scenario.memory.given([charged(1)]);
    expect(scenario.refuses(approving(seen(0), SECOND, ZERO))).toMatchObject({
      amounts: { missing: '0.01' },
    });
    scenario.accepts(review({ kind: 'reject', reason: 'refunded' }));
    expect(availableAt(balanceOf(scenario), NOON)).toBe(9_400);
  });

  it('counts disputed payouts, what is owed of a month, and income that is settled for later', () => {
    const later = NOON + 1;
    const failedAndPaid = given(settledMonth(10_000)).after(ask('w0', 6_000), approve('w0'), send('w0'));
    failedAndPaid.after(tell(failed, 'w0-1'), ask('w1', 10_000), tell(succeeded, 'w0-1'));
    expect(failedAndPaid.refuses(approve())).toMatchObject({
      amounts: { available: '0.00', on_hold: '60.00', missing: '60.00' },
    });
    const lost = given(settledMonth(10_000)).after(ask('w1', 10_000));
    lost.memory.given([settledMonth(-2_000, '2026-05', later)]);
    expect(lost.refuses(approve())).toMatchObject({ amounts: { available: '-20.00', missing: '20.00' } });
    lost.memory.given([settledMonth(2_000, '2026-06', later)]);
    lost.accepts(approve());
  });

  it('a finding that sends an uncovered retry needs two people', () => {
    const scenario = given(settledMonth(10_000)).after(
      ask('w1', 6_000),
      approve(),
      send(),
      tell(failed),
      retry(),
      tell(succeeded),
    );
    scenario.memory.given([charged(4_001)]);
    expect(scenario.accepts(close(false)).result).toEqual({ status: 8, closed: false });
    expect(scenario.accepts(send()).result.payout_id).toBeNull();
    expect(scenario.refuses(close(false))).toMatchObject({ errors: [{ field: 'by' }] });
    expect(scenario.accepts(close(false, { by: SECOND })).result.closed).toBe(true);
    expect(scenario.accepts(send()).result.payout_id).toBe('w1-2');
  });
});

describe('the limit for two people', () => {
  it('counts retries beside others that one person let out within a day', () => {
    const AMOUNT = 999_900;
    const scenario = given(settledMonth(4_000_000)).after(ask('w1', AMOUNT), approve('w1'));
    scenario.after(send('w1'), tell(failed));
    scenario.memory.now += 2 * DAY_MS;
    scenario.after(ask('w2', AMOUNT), approve('w2'));
    const other = { code: 'bad_input', errors: [{ field: 'by', message: { key: 'second_person' } }] };
    expect(scenario.refuses(retry())).toEqual(other);
    scenario.memory.now += DAY_MS - 1;
    expect(scenario.refuses(retry())).toEqual(other);
    // A second person may; the retry counts from its own time on, with two people behind it.
    scenario.accepts(retry('w1', SECOND));
    expect(scenario.after(ask('w3', AMOUNT)).accepts(approve('w3')).result.approved).toBe(false);
    // A retry by the same person counts for a day as an approval does.
    scenario.after(send('w2'), tell(failed, 'w2-1'));
    scenario.memory.now += DAY_MS;
    scenario.accepts(retry('w2'));
    expect(scenario.after(ask('w4', AMOUNT)).accepts(approve('w4')).result.approved).toBe(false);
  });

  it('counts the replacement of a failed one beside others of the day', () => {
    const scenario = given(settledMonth(4_000_000)).after(ask('w1', 999_900), approve('w1'), send('w1'));
    scenario.after(tell(failed), ask('w2', 999_900), approve('w2'));
    scenario.after(ask('w3', 999_900, { instead_of: 'w1', withdraw_type: BANK }));
    expect(scenario.accepts(approve('w3')).result.approved).toBe(false);
  });
});
