import { beforeAll, describe, expect, it } from 'vitest';
import type { UserId } from '#events/ids.ts';
import { fenOf } from '#events/money.ts';
import type { MethodKind } from '#events/status.ts';
import { balanceStream } from '#events/stream-names.ts';
import { fixture } from '#events/testing/fixture.ts';
import { given } from '#services/api/testing/waiting-orders.ts';
import { RETRY } from '#services/commerce/testing/payout-steps.ts';
import { closeDispute } from '#services/commerce/withdrawals/close-dispute.ts';
import { settleSandboxPayout } from '#services/contract/withdrawals/sandbox-payouts.ts';
import { type PayoutState, payoutsInTime } from '#services/modules/withdrawals/payouts/provider.ts';
import { openShop } from '../testing/shop.ts';
import {
  approve,
  askFor,
  comesTo,
  fateOf,
  NOTHING_PENDING,
  payoutMessagesTo,
  payoutsOf,
  review,
} from '../testing/withdrawals.ts';
import { payouts } from './payouts.ts';

const shop = fixture(openShop);
beforeAll(() => shop.processes());

const decide = (order_id: string, outcome: 'succeeded' | 'failed') =>
  shop.api.call(settleSandboxPayout, { order_id, outcome });
const messagesTo = (withdrawal: Parameters<typeof payoutMessagesTo>[1], templates: string[]) =>
  expect.poll(() => payoutMessagesTo(shop, withdrawal)).toEqual(templates);

describe('an approved withdrawal', () => {
  it('is paid once, and the creator is notified', async () => {
    const withdrawal = await askFor(shop, 5_000);
    await approve(shop, withdrawal);
    await comesTo(shop, withdrawal, ['WithdrawalApproved', 'PayoutSent', 'PayoutSucceeded']);
    await messagesTo(withdrawal, ['withdrawal_paid']);
    expect(await payoutsOf(shop, withdrawal)).toEqual(['w-1']);
  });

  it('that fails can be tried again, as another payout', async () => {
    const withdrawal = await askFor(shop, 5_041);
    await approve(shop, withdrawal);
    const failed = ['WithdrawalApproved', 'PayoutSent', 'PayoutFailed'];
    await comesTo(shop, withdrawal, failed);
    await messagesTo(withdrawal, ['withdrawal_failed']);
    await review(shop, withdrawal, RETRY);
    await comesTo(shop, withdrawal, [...failed, 'WithdrawalRetried', 'PayoutSent', 'PayoutFailed']);
    expect(await payoutsOf(shop, withdrawal)).toEqual(['w-1', 'w-2']);
  });

  it('without an answer is unknown, queried again, and never paid twice', async () => {
    const withdrawal = await askFor(shop, 5_045);
    await approve(shop, withdrawal);
    const unknown = ['WithdrawalApproved', 'PayoutSent', 'PayoutUnknown'];
    await comesTo(shop, withdrawal, unknown);
    expect(await payoutMessagesTo(shop, withdrawal)).toEqual([]);
    shop.advance(31);
    await comesTo(shop, withdrawal, [...unknown, 'PayoutSucceeded']);
    await messagesTo(withdrawal, ['withdrawal_paid']);
    expect(await payoutsOf(shop, withdrawal)).toEqual(['w-1']);
  });

  it('that is slow is queried until it is paid', async () => {
    const withdrawal = await askFor(shop, 5_044);
    await approve(shop, withdrawal);
    await expect.poll(() => payoutsOf(shop, withdrawal)).toEqual(['w-1']);
    expect(await fateOf(shop, withdrawal)).not.toContain('PayoutSucceeded');
    shop.advance(200);
    await comesTo(shop, withdrawal, ['WithdrawalApproved', 'PayoutSent', 'PayoutSucceeded']);
  });

  it('is neither sent nor decided by another provider, which finance has chosen meanwhile', async () => {
    const withdrawal = await askFor(shop, 5_044);
    await approve(shop, withdrawal);
    await expect.poll(() => payoutsOf(shop, withdrawal)).toEqual(['w-1']);
    const calls: string[] = [];
    const call = (name: string) => async (): Promise<never> => {
      calls.push(name);
      throw new Error('not sent by it');
    };
    const { withdrawMethods: payees, committer } = shop.api.deps;
    const outbox = { send: async () => undefined };
    const provider = { name: 'other', recheckMs: [1], pay: call('pay'), lookUp: call('lookUp') };
    const other = payouts({ provider, payees, committer, outbox });
    const fire = (data: Record<string, string | number>, now = shop.clock.now()) =>
      other.fire(
        { key: withdrawal.withdrawal_id, due_at: 0, attempts: 0, data: { ...withdrawal, ...data } },
        now,
      );

    expect(await fire({ event_id: 'e' })).toMatchObject({ again_at: expect.any(Number) });
    const unknown = ['WithdrawalApproved', 'PayoutSent', 'PayoutUnknown'];
    await comesTo(shop, withdrawal, unknown);
    const stream = balanceStream(withdrawal.user_id);
    expect((await shop.api.deps.log.readStream(stream)).at(-1)?.metadata.actor).toBe('provider:sandbox');
    shop.advance(200);
    await comesTo(shop, withdrawal, [...unknown, 'PayoutSucceeded']);

    const paid = (await shop.api.deps.log.readStream(stream)).at(-1);
    const change = paid && other.timerFor(paid);
    if (!change || !('set' in change)) throw new Error('no timer');
    const { data } = change.set;
    const day = 86_400_000;
    const at = Number(data.paid_at) + day;
    expect(await fire(data, at)).toEqual({ again_at: at + day });
    // Timers that were set before do not name the provider.
    const { paid_by, ...before } = data;
    expect(paid_by).toBe('sandbox');
    expect(await fire(before, at)).toEqual({ again_at: at + day });
    expect(await fire(data, at + 30 * day)).toBe('done');
    expect(calls).toEqual([]);
  });

  it('is decided by the provider that has it after a change, which makes no more payouts', async () => {
    const { withdrawMethods: payees, committer } = shop.api.deps;
    const outbox = { send: async () => undefined };
    const never = async (): Promise<never> => {
      throw new Error('not sent by it');
    };
    const day = 86_400_000;
    const states = new Map<string, PayoutState | undefined>();
    const takenBack: PayoutState = { kind: 'failed', cause: 'account_unknown' };
    const lookUp = async (payout_id: string, kind: MethodKind | undefined) => {
      const state = states.get(payout_id);
      return kind === undefined && state?.kind === 'processing' ? takenBack : state;
    };
    const earlier = { name: 'sandbox', recheckMs: [day], pay: never, lookUp };
    const next = { name: 'other', pay: never, lookUp: never, earlier: [earlier] };
    const changed = payouts({ provider: payoutsInTime(next), payees, committer, outbox });
    const sentEarlier = async () => {
      const withdrawal = await askFor(shop, 5_044);
      const of = { ...withdrawal, withdrawal_id: withdrawal.withdrawal_id };
      await approve(shop, withdrawal);
      await expect.poll(() => payoutsOf(shop, withdrawal)).toEqual(['w-1']);
      const fire = (now: number, data = {}) =>
        changed.fire(
          { key: of.withdrawal_id, due_at: 0, attempts: 0, data: { ...of, event_id: 'e', ...data } },
          now,
        );
      return { withdrawal, payout_id: `${of.withdrawal_id}-1`, fire };
    };
    const now = shop.clock.now();
    const unknown = ['WithdrawalApproved', 'PayoutSent', 'PayoutUnknown'];

    const paid = await sentEarlier();
    states.set(paid.payout_id, { kind: 'processing', unfinished: true });
    expect(await paid.fire(now)).toMatchObject({ again_at: expect.any(Number) });
    states.set(paid.payout_id, { kind: 'succeeded', provider_reference: 'ref' });
    expect(await paid.fire(now)).toBe('done');
    await comesTo(shop, paid.withdrawal, ['WithdrawalApproved', 'PayoutSent', 'PayoutSucceeded']);
    // A bank sends it back after the change.
    states.set(paid.payout_id, { kind: 'failed', cause: 'account_unknown' });
    const about = { told: 'PayoutSucceeded', payout_id: paid.payout_id, paid_at: now, paid_by: 'sandbox' };
    expect(await paid.fire(now + day, about)).toBe('done');
    expect((await fateOf(shop, paid.withdrawal)).at(-1)).toBe('PayoutDisputed');

    const begun = await sentEarlier();
    states.set(begun.payout_id, { kind: 'processing', unfinished: true });
    expect(await begun.fire(now + day - 60_000)).not.toBe('done');
    expect(await begun.fire(now + day + 60_000)).toBe('done');
    expect((await fateOf(shop, begun.withdrawal)).at(-1)).toBe('PayoutFailed');

    const lost = await sentEarlier();
    await lost.fire(now + day - 60_000);
    await comesTo(shop, lost.withdrawal, unknown);
    expect(await lost.fire(now + day + 60_000)).toBe('done');
    await comesTo(shop, lost.withdrawal, [...unknown, 'PayoutFailed']);
  });

  it('of which the provider changes its mind moves no money again: it is disputed', async () => {
    const withdrawal = await askFor(shop, 6_000);
    expect(await decide(withdrawal.withdrawal_id, 'failed')).toMatchObject({ ec: 40400 });
    await approve(shop, withdrawal);
    const paid = ['WithdrawalApproved', 'PayoutSent', 'PayoutSucceeded'];
    await comesTo(shop, withdrawal, paid);
    expect(await decide(withdrawal.withdrawal_id, 'failed')).toMatchObject({ ec: 200, data: { status: 2 } });
    expect(await decide(withdrawal.withdrawal_id, 'failed')).toMatchObject({ ec: 200, data: { status: 2 } });
    expect(await fateOf(shop, withdrawal)).toEqual([...paid, 'PayoutDisputed']);
  });

  it('a closed dispute is reported to the creator; a retry is sent once the failure is confirmed', async () => {
    const withdrawal = await askFor(shop, 5_042);
    await approve(shop, withdrawal);
    const failed = ['WithdrawalApproved', 'PayoutSent', 'PayoutFailed'];
    await comesTo(shop, withdrawal, failed);
    // People read a dispute before they close it: earlier messages are sent before the next.
    await messagesTo(withdrawal, ['withdrawal_failed']);
    await decide(withdrawal.withdrawal_id, 'succeeded');
    const { committer } = shop.api.deps;
    const close = (number: number, reached: boolean) => {
      const of = { ...withdrawal, number, reached, by: 'finance-1' as UserId, reason: 'seen' };
      return committer.submit(closeDispute({ ...of, second_above: fenOf(10_000), pending: NOTHING_PENDING }));
    };
    expect(await close(1, true)).toMatchObject({ accepted: true, result: { status: 2, closed: true } });
    await messagesTo(withdrawal, ['withdrawal_failed', 'withdrawal_paid']);
    await decide(withdrawal.withdrawal_id, 'failed');
    expect(await close(2, false)).toMatchObject({ accepted: true, result: { status: 4, closed: true } });
    await messagesTo(withdrawal, ['withdrawal_failed', 'withdrawal_paid', 'withdrawal_failed']);
    // The provider reports it as paid just when it is retried: the retry waits.
    const { user_id, withdrawal_id } = withdrawal;
    const stream = balanceStream(user_id);
    const of = { user_id, withdrawal_id, payout_id: `${withdrawal_id}-1` };
    await given(
      committer,
      [
        { type: 'PayoutDisputed' as const, data: { ...of, said: 'succeeded' as const, detail: 'po' } },
        { type: 'WithdrawalRetried' as const, data: { user_id, withdrawal_id, by: user_id, reason: '' } },
      ].map((event) => ({ stream, creator_id: user_id, event })),
    );
    expect(await payoutsOf(shop, withdrawal)).toEqual(['w-1']);
    expect(await close(3, false)).toMatchObject({ accepted: true, result: { status: 8, closed: true } });
    await expect.poll(() => payoutsOf(shop, withdrawal)).toEqual(['w-1', 'w-2']);
  });

  it('with erased details it fails; a rejected one is not sent, and the creator is notified of both', async () => {
    const withdrawal = await askFor(shop, 5_000);
    await shop.api.deps.vault.erase(withdrawal.user_id);
    await approve(shop, withdrawal);
    await comesTo(shop, withdrawal, ['WithdrawalApproved', 'PayoutSent', 'PayoutFailed']);
    expect(await payoutsOf(shop, withdrawal)).toEqual([]);
    await messagesTo(withdrawal, ['withdrawal_failed']);
    const other = await askFor(shop, 5_000);
    await review(shop, other, { kind: 'reject', reason: 'not yours' });
    await messagesTo(other, ['withdrawal_rejected']);
    expect(await payoutsOf(shop, other)).toEqual([]);
  });
});
