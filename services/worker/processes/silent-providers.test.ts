import { describe, expect, it } from 'vitest';
import type { UserId } from '#events/ids.ts';
import { approve, askFor, balanceOf, send, settledMonth } from '#services/commerce/testing/payout-steps.ts';
import { CREATOR, given, NOON } from '#services/commerce/testing/scenario.ts';
import { type PayoutProvider, payoutsInTime } from '#services/modules/withdrawals/payouts/provider.ts';
import { payouts } from './payouts.ts';

const never = () => new Promise<never>(() => undefined);
const silent: PayoutProvider = { name: 'sandbox', pay: never, lookUp: never };
const timer = {
  key: 'w1',
  due_at: NOON,
  attempts: 0,
  data: { user_id: CREATOR as UserId, withdrawal_id: 'w1', event_id: 'e' },
};
const payees = {
  read: async () =>
    new Map([['m1', { kind: 'apy', realname: 'Wang', account: 'wang@example.com' }]]) as never,
};
const outbox = { send: async () => undefined as never };

describe('a payout provider that never answers', () => {
  it('blocks nothing: the payout is unknown, stays pending and is queried again', async () => {
    const scenario = given(settledMonth(10_000)).after(askFor('w1', 6_000), approve());
    const process = payouts({
      provider: payoutsInTime(silent, 10),
      payees,
      committer: scenario.memory,
      outbox,
    });
    expect(await process.fire(timer, NOON)).toEqual({ again_at: NOON + 30_000 });
    const [one] = balanceOf(scenario).withdrawals;
    expect(one).toMatchObject({ phase: 'sent', unknown: true, payout: { payout_id: 'w1-1' } });
    expect(scenario.accepts(send()).result.payout_id).toBe('w1-1');
  });
});
