import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openShop, type Shop } from '../testing/shop.ts';
import { approve, askFor, comesTo, fateOf, judge, payoutsOf, toldTo } from '../testing/withdrawals.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
  shop.processes();
});
afterAll(() => shop?.close());

const decide = (order_id: string, outcome: 'succeeded' | 'failed') =>
  shop.api.post('/api/sandbox/payouts', { order_id, outcome });
const told = (asked: Parameters<typeof toldTo>[1], templates: string[]) =>
  expect.poll(() => toldTo(shop, asked), { timeout: 30_000 }).toEqual(templates);

describe('an approved withdrawal', () => {
  it('is paid once, and the creator is told', async () => {
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
    await judge(shop, asked, { kind: 'retry' });
    await comesTo(shop, asked, [...failed, 'WithdrawalRetried', 'PayoutSent', 'PayoutFailed']);
    expect(await payoutsOf(shop, asked)).toEqual(['w-1', 'w-2']);
  });

  it('of which the provider does not answer is unknown, asked about again, and never paid twice', async () => {
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

  it('that is slow is asked about until it is paid', async () => {
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

  it('whose details were erased fails; one that is rejected is not sent, and its creator hears of both', async () => {
    const asked = await askFor(shop, 5_000);
    await shop.api.deps.vault.erase(asked.user_id);
    await approve(shop, asked);
    await comesTo(shop, asked, ['WithdrawalApproved', 'PayoutSent', 'PayoutFailed']);
    expect(await payoutsOf(shop, asked)).toEqual([]);
    await told(asked, ['withdrawal_failed']);
    const other = await askFor(shop, 5_000);
    await judge(shop, other, { kind: 'reject', reason: 'not yours' });
    await told(other, ['withdrawal_rejected']);
    expect(await payoutsOf(shop, other)).toEqual([]);
  });
});
