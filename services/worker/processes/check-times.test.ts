import { beforeEach, describe, expect, it } from 'vitest';
import { chargeIdOf } from '#events/ids.ts';
import { HOUR_MS, type Millis } from '#events/time.ts';
import { cancellation, order, shop } from '#services/commerce/testing/orders.ts';
import {
  approve,
  askFor,
  send,
  settledMonth,
  succeeded,
  tell,
} from '#services/commerce/testing/payout-steps.ts';
import { CREATOR, given, NOON, ORDER } from '#services/commerce/testing/scenario.ts';
import type { ChargeState } from '#services/modules/payments/provider.ts';
import type { PayoutState } from '#services/modules/withdrawals/payouts/provider.ts';
import { chargeFollowUp } from './charge-follow-up.ts';
import { payouts } from './payouts.ts';

const DAY = 24 * HOUR_MS;
/** As after an outage: errors count as attempts, too. */
const MANY = 40;
const asked: Millis[] = [];
beforeEach(() => {
  asked.length = 0;
});

describe('the checks of a paid payout', () => {
  const paid = { kind: 'succeeded' as const, provider_reference: 'po_1' };
  const scenario = given(settledMonth(10_000)).after(askFor('w1', 6_000), approve(), send(), tell(succeeded));
  const checks = (state: PayoutState, change: { paid_at?: Millis } = { paid_at: NOON }) => {
    const process = payouts({
      provider: {
        name: 'sandbox',
        recheckMs: [1, 4, 11, 26].map((days) => days * DAY),
        pay: () => Promise.reject(new Error('pays nothing')),
        lookUp: async () => {
          asked.push(NOON);
          return state;
        },
      },
      payees: { read: async () => new Map() },
      committer: scenario.memory,
      outbox: { send: async () => undefined as never },
    });
    const told = { user_id: CREATOR, withdrawal_id: 'w1', told: 'PayoutSucceeded', payout_id: 'w1-1' };
    return (now: Millis) =>
      process.fire({ key: 'told', due_at: now, attempts: MANY, data: { ...told, ...change } }, now);
  };

  it('come 1, 4, 11 and 26 days after it, however often a check failed', async () => {
    for (const at of [checks(paid), checks(paid, {})]) {
      asked.length = 0;
      expect(await at(NOON)).toEqual({ again_at: NOON + DAY });
      expect(asked).toHaveLength(0);
      expect(await at(NOON + 3 * DAY)).toEqual({ again_at: NOON + 4 * DAY });
      expect(await at(NOON + 25 * DAY)).toEqual({ again_at: NOON + 26 * DAY });
      expect(await at(NOON + 26 * DAY)).toBe('done');
      expect(await at(NOON + 99 * DAY)).toBe('done');
      expect(asked).toHaveLength(4);
    }
  });
});

describe('the queries of a charge', () => {
  const ordered = () => shop(2).after(order());
  const queries = (state: ChargeState['status'], scenario = ordered()) => {
    const charge_id = chargeIdOf(ORDER, 1);
    const lookUp = async () => ({ charge_id, status: state, amount: 2_000 as ChargeState['amount'] });
    const process = chargeFollowUp({
      payments: { provider: () => ({ lookUp }) } as never,
      committer: scenario.memory,
    });
    const data = { charge_id, provider: 'sandbox' };
    return (now: Millis) => process.fire({ key: ORDER, due_at: now, attempts: MANY, data }, now);
  };

  it('come at their times after the order, however often one failed, and daily while it is open', async () => {
    const at = queries('open');
    expect(await at(NOON + 20_000)).toEqual({ again_at: NOON + 60_000 });
    expect(await at(NOON + 4 * HOUR_MS)).toEqual({ again_at: NOON + 9 * HOUR_MS });
    expect(await at(NOON + 9 * HOUR_MS)).toEqual({ again_at: NOON + 33 * HOUR_MS });
    expect(await at(NOON + 40 * HOUR_MS)).toEqual({ again_at: NOON + 64 * HOUR_MS });
  });

  it('go on after a closed page while the order is open, and end with a cancelled one', async () => {
    expect(await queries('closed')(NOON + 20_000)).toEqual({ again_at: NOON + 60_000 });
    const cancelled = ordered().after(cancellation());
    expect(await queries('closed', cancelled)(NOON + 20_000)).toBe('done');
    expect(await queries('open', cancelled)(NOON + 20_000)).toEqual({ again_at: NOON + 60_000 });
    expect(await queries('open', cancelled)(NOON + 40 * HOUR_MS)).toBe('done');
  });

  it('end with the payment', async () => {
    expect(await queries('paid')(NOON + 20_000)).toBe('done');
  });
});
