import { beforeAll, describe, expect, it } from 'vitest';
import type { UserId } from '#events/ids.ts';
import { fenOf } from '#events/money.ts';
import { balanceStream } from '#events/stream-names.ts';
import { fixture } from '#events/testing/fixture.ts';
import { given } from '#services/api/testing/waiting-orders.ts';
import { settleSandboxPayout } from '#services/api/withdrawals/contract/sandbox-payouts.ts';
import { RETRY } from '#services/commerce/testing/payout-steps.ts';
import { closeDispute } from '#services/commerce/withdrawals/close-dispute.ts';
import { openShop } from '../testing/shop.ts';
import { approve, askFor, comesTo, fateOf, payoutsOf, review, toldTo } from '../testing/withdrawals.ts';

const shop = fixture(openShop);
beforeAll(async () => {
  shop.processes();
});

const decide = (order_id: string, outcome: 'succeeded' | 'failed') =>
  shop.api.call(settleSandboxPayout, { order_id, outcome });
const told = (asked: Parameters<typeof toldTo>[1], templates: string[]) =>
  expect.poll(() => toldTo(shop, asked), { timeout: 30_000 }).toEqual(templates);

describe('an approved withdrawal', () => {
  it('is paid once, and the creator is notified', async () => {
    const asked = await askFor(shop, 5_000);
    await approve(shop, asked);
    await comesTo(shop, asked, ['WithdrawalApproved', 'PayoutSent', 'PayoutSucceeded']);
    await told(asked, ['withdrawal_paid']);
    expect(await payoutsOf(shop, asked)).toEqual(['w-1']);
  });

  it('that fails can be tried again, as another payout', async () => {
    const asked = await askFor(shop, 5_041);
    await approve(shop, asked);
    const failed = ['WithdrawalApproved', 'PayoutSent', 'PayoutFailed'];
    await comesTo(shop, asked, failed);
    await told(asked, ['withdrawal_failed']);
    await review(shop, asked, RETRY);
    await comesTo(shop, asked, [...failed, 'WithdrawalRetried', 'PayoutSent', 'PayoutFailed']);
    expect(await payoutsOf(shop, asked)).toEqual(['w-1', 'w-2']);
  });

  it('without an answer is unknown, queried again, and never paid twice', async () => {
    const asked = await askFor(shop, 5_045);
    await approve(shop, asked);
    const unknown = ['WithdrawalApproved', 'PayoutSent', 'PayoutUnknown'];
    await comesTo(shop, asked, unknown);
    expect(await toldTo(shop, asked)).toEqual([]);
    shop.advance(31);
    await comesTo(shop, asked, [...unknown, 'PayoutSucceeded']);
    await told(asked, ['withdrawal_paid']);
    expect(await payoutsOf(shop, asked)).toEqual(['w-1']);
  });

  it('that is slow is queried until it is paid', async () => {
    const asked = await askFor(shop, 5_044);
    await approve(shop, asked);
    await expect.poll(() => payoutsOf(shop, asked), { timeout: 30_000 }).toEqual(['w-1']);
    expect(await fateOf(shop, asked)).not.toContain('PayoutSucceeded');
    shop.advance(200);
    await comesTo(shop, asked, ['WithdrawalApproved', 'PayoutSent', 'PayoutSucceeded']);
  });

  it('of which the provider changes its mind moves no money again: it is disputed', async () => {
    const asked = await askFor(shop, 6_000);
    expect(await decide(asked.withdrawal_id, 'failed')).toMatchObject({ ec: 40400 });
    await approve(shop, asked);
    const paid = ['WithdrawalApproved', 'PayoutSent', 'PayoutSucceeded'];
    await comesTo(shop, asked, paid);
    expect(await decide(asked.withdrawal_id, 'failed')).toMatchObject({ ec: 200, data: { status: 2 } });
    expect(await decide(asked.withdrawal_id, 'failed')).toMatchObject({ ec: 200, data: { status: 2 } });
    expect(await fateOf(shop, asked)).toEqual([...paid, 'PayoutDisputed']);
  });

  it('a closed dispute is reported to the creator; a retry is sent once the failure is confirmed', async () => {
    const asked = await askFor(shop, 5_042);
    await approve(shop, asked);
    const failed = ['WithdrawalApproved', 'PayoutSent', 'PayoutFailed'];
    await comesTo(shop, asked, failed);
    // People read a dispute before they close it: earlier messages are sent before the next.
    await told(asked, ['withdrawal_failed']);
    await decide(asked.withdrawal_id, 'succeeded');
    const { committer } = shop.api.deps;
    const close = (number: number, reached: boolean) => {
      const of = { ...asked, number, reached, by: 'finance-1' as UserId, reason: 'seen' };
      return committer.submit(closeDispute({ ...of, second_above: fenOf(10_000) }));
    };
    expect(await close(1, true)).toMatchObject({ accepted: true, result: { status: 2, closed: true } });
    await told(asked, ['withdrawal_failed', 'withdrawal_paid']);
    await decide(asked.withdrawal_id, 'failed');
    expect(await close(2, false)).toMatchObject({ accepted: true, result: { status: 4, closed: true } });
    await told(asked, ['withdrawal_failed', 'withdrawal_paid', 'withdrawal_failed']);
    // The provider reports it as paid just when it is retried: the retry waits.
    const { user_id, withdrawal_id } = asked;
    const stream = balanceStream(user_id);
    const of = { user_id, withdrawal_id, payout_id: `${withdrawal_id}-1` };
    await given(
      committer,
      [
        { type: 'PayoutDisputed' as const, data: { ...of, said: 'succeeded' as const, detail: 'po' } },
        { type: 'WithdrawalRetried' as const, data: { user_id, withdrawal_id, by: user_id, reason: '' } },
      ].map((event) => ({ stream, creator_id: user_id, event })),
    );
    expect(await payoutsOf(shop, asked)).toEqual(['w-1']);
    expect(await close(3, false)).toMatchObject({ accepted: true, result: { status: 8, closed: true } });
    await expect.poll(() => payoutsOf(shop, asked), { timeout: 30_000 }).toEqual(['w-1', 'w-2']);
  });

  it('with erased details it fails; a rejected one is not sent, and the creator is notified of both', async () => {
    const asked = await askFor(shop, 5_000);
    await shop.api.deps.vault.erase(asked.user_id);
    await approve(shop, asked);
    await comesTo(shop, asked, ['WithdrawalApproved', 'PayoutSent', 'PayoutFailed']);
    expect(await payoutsOf(shop, asked)).toEqual([]);
    await told(asked, ['withdrawal_failed']);
    const other = await askFor(shop, 5_000);
    await review(shop, other, { kind: 'reject', reason: 'not yours' });
    await told(other, ['withdrawal_rejected']);
    expect(await payoutsOf(shop, other)).toEqual([]);
  });
});
