import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fixture } from '#events/testing/fixture.ts';
import { RETRY } from '#services/commerce/testing/payout-steps.ts';
import { alipayStandIn } from '#services/modules/payments/alipay/testing/stand-in.ts';
import { openPayouts } from '#services/modules/withdrawals/payouts/open-payouts.ts';
import type { PayoutProvider } from '#services/modules/withdrawals/payouts/provider.ts';
import { openShop } from './testing/shop.ts';
import { type Asked, approve, askFor, comesTo, payoutMessagesTo, review } from './testing/withdrawals.ts';

const alipay = fixture(alipayStandIn);
const shop = fixture(() => openShop({ config: { alipay: alipay.settings } }));
const payouts = fixture(async () => {
  const { pool, config } = shop.api.deps;
  const opened = await openPayouts(pool, shop.clock, config);
  if (!opened) throw new Error('no payouts');
  return opened;
});
const provider = (): PayoutProvider => payouts;
beforeAll(() => {
  Object.assign(shop.api.deps, { payouts: provider() });
  shop.processes();
});
beforeEach(() => {
  const usual = { failing: false, lostAnswers: 0, transferStatus: 'SUCCESS', transferError: '' };
  const transferProducts = ['TRANS_ACCOUNT_NO_PWD', 'TRANS_BANKCARD_NO_PWD'];
  Object.assign(alipay.behavior, { ...usual, transferProducts });
});

const ACCOUNT = { kind: 'apy' as const, account: 'wang@example.com' };
const SENT = ['WithdrawalApproved', 'PayoutSent'];
const DAY = 86_400;

/** What Alipay has transferred of a withdrawal, by number. */
const transfersOf = ({ withdrawal_id }: Asked) =>
  [...alipay.transfers.values()]
    .filter(({ out_biz_no }) => out_biz_no.startsWith(withdrawal_id))
    .map(({ out_biz_no, amount }) => [out_biz_no.slice(withdrawal_id.length), amount]);
const settle = ({ withdrawal_id }: Asked, status: string) => {
  const transfer = alipay.transfers.get(`${withdrawal_id}-1`);
  if (!transfer) throw new Error('not transferred');
  transfer.status = status;
};

async function approved(amount = 5_000, to: Parameters<typeof askFor>[2] = ACCOUNT): Promise<Asked> {
  const withdrawal = await askFor(shop, amount, to);
  await approve(shop, withdrawal);
  return withdrawal;
}

describe('a payout by Alipay', () => {
  it('is transferred once, and the creator gets a message', async () => {
    const withdrawal = await approved(5_001);
    await comesTo(shop, withdrawal, [...SENT, 'PayoutSucceeded']);
    await expect.poll(() => payoutMessagesTo(shop, withdrawal)).toEqual(['withdrawal_paid']);
    expect(transfersOf(withdrawal)).toEqual([['-1', '50.01']]);
  });

  it('of which Alipay says nothing certain is asked about, and sent under the same number', async () => {
    const withdrawal = await askFor(shop, 5_000, ACCOUNT);
    alipay.behavior.transferError = 'SYSTEM_ERROR';
    await approve(shop, withdrawal);
    await comesTo(shop, withdrawal, [...SENT, 'PayoutUnknown']);
    alipay.behavior.transferError = '';
    shop.advance(31);
    await comesTo(shop, withdrawal, [...SENT, 'PayoutUnknown', 'PayoutSucceeded']);
    expect(transfersOf(withdrawal)).toEqual([['-1', '50.00']]);
  });

  it('that is pending for a week and then fails returns the amount; a retry is another transfer', async () => {
    alipay.behavior.transferStatus = 'DEALING';
    const withdrawal = await approved();
    await expect.poll(() => transfersOf(withdrawal)).toEqual([['-1', '50.00']]);
    for (let day = 0; day < 7; day += 1) shop.advance(DAY);
    settle(withdrawal, 'FAIL');
    shop.advance(2 * DAY);
    await comesTo(shop, withdrawal, [...SENT, 'PayoutFailed']);
    alipay.behavior.transferStatus = 'SUCCESS';
    await review(shop, withdrawal, RETRY);
    const retried = ['WithdrawalRetried', 'PayoutSent', 'PayoutSucceeded'];
    await comesTo(shop, withdrawal, [...SENT, 'PayoutFailed', ...retried]);
    expect(transfersOf(withdrawal)).toEqual([
      ['-1', '50.00'],
      ['-2', '50.00'],
    ]);
  });

  it('that comes back after its success is a dispute: nothing is paid again by itself', async () => {
    const withdrawal = await approved();
    await comesTo(shop, withdrawal, [...SENT, 'PayoutSucceeded']);
    await expect.poll(() => payoutMessagesTo(shop, withdrawal)).toEqual(['withdrawal_paid']);
    settle(withdrawal, 'REFUND');
    shop.advance(8 * DAY);
    await comesTo(shop, withdrawal, [...SENT, 'PayoutSucceeded', 'PayoutDisputed']);
    expect(transfersOf(withdrawal)).toHaveLength(1);
  });

  it('to an unknown account, or to PayPal, fails with its reason', async () => {
    for (const to of [
      { kind: 'apy' as const, account: 'nobody@example.com' },
      { kind: 'pp' as const, account: 'wang@example.com' },
    ]) {
      const withdrawal = await approved(5_000, to);
      await comesTo(shop, withdrawal, [...SENT, 'PayoutFailed']);
      expect(transfersOf(withdrawal)).toEqual([]);
    }
  });

  it('is asked about at the product with which it was sent: another one need not be signed for', async () => {
    alipay.behavior.transferProducts = ['TRANS_ACCOUNT_NO_PWD'];
    const withdrawal = await approved();
    await comesTo(shop, withdrawal, [...SENT, 'PayoutSucceeded']);
    expect(transfersOf(withdrawal)).toEqual([['-1', '50.00']]);
    alipay.behavior.transferProducts = ['TRANS_BANKCARD_NO_PWD'];
    expect(await provider().lookUp('unknown-1', 'bank')).toBeUndefined();
    // Erased details can be of either product.
    await expect(provider().lookUp('unknown-1', undefined)).rejects.toMatchObject({ name: 'NoAnswer' });
  });

  it('waits while our account has too little, and is then paid once', async () => {
    alipay.behavior.transferError = 'PAYER_BALANCE_NOT_ENOUGH';
    const withdrawal = await approved();
    await comesTo(shop, withdrawal, [...SENT, 'PayoutUnknown']);
    alipay.behavior.transferError = '';
    shop.advance(DAY);
    await comesTo(shop, withdrawal, [...SENT, 'PayoutUnknown', 'PayoutSucceeded']);
    expect(transfersOf(withdrawal)).toEqual([['-1', '50.00']]);
  });
});
