import fc from 'fast-check';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { UserId } from '#events/ids.ts';
import { fenOf } from '#events/money.ts';
import { fixture } from '#events/testing/fixture.ts';
import { RETRY } from '#services/commerce/testing/payout-steps.ts';
import { alipayStandIn } from '#services/modules/payments/alipay/testing/stand-in.ts';
import { openPayouts } from '#services/modules/withdrawals/payouts/open-payouts.ts';
import type { PayoutProvider, PayoutRequest } from '#services/modules/withdrawals/payouts/provider.ts';
import { openShop } from './testing/shop.ts';
import { type Asked, approve, askFor, comesTo, payoutMessagesTo, review } from './testing/withdrawals.ts';

const alipay = fixture(alipayStandIn);
const shop = fixture(() => openShop({ config: { alipay: alipay.settings } }));
const provider = (): PayoutProvider => {
  const { pool, config } = shop.api.deps;
  const opened = openPayouts(pool, shop.clock, config);
  if (!opened) throw new Error('no payouts');
  return opened;
};
beforeAll(() => {
  Object.assign(shop.api.deps, { payouts: provider() });
  shop.processes();
});
beforeEach(() => {
  const usual = { failing: false, lostAnswers: 0, transferStatus: 'SUCCESS', transferError: '' };
  Object.assign(alipay.behavior, usual);
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

describe('under every order of faults', () => {
  const request = (payout_id: string, amount: number): PayoutRequest => ({
    payout_id,
    user_id: 'u1' as UserId,
    withdrawal_id: 'w',
    amount: fenOf(amount),
    payee: { kind: 'apy', realname: 'Wang', account: 'wang@example.com' },
  });
  const moved = (payout_id: string) =>
    [...alipay.transfers.values()].filter(({ out_biz_no }) => out_biz_no.startsWith(`${payout_id}-`));
  let runs = 0;

  it('each payout is one transfer of its amount, as a plain set of numbers says', async () => {
    const fault = fc.constantFrom('none', 'lost', 'failing', 'busy');
    const step = fc.record({ attempt: fc.integer({ min: 1, max: 2 }), fault, twice: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
        runs += 1;
        const id = `p${runs}`;
        const accepted = new Set<number>();
        for (const { attempt, fault: now, twice } of steps) {
          alipay.behavior.failing = now === 'failing';
          alipay.behavior.transferError = now === 'busy' ? 'SYSTEM_ERROR' : '';
          alipay.behavior.lostAnswers = now === 'lost' ? 2 : 0;
          const pay = () =>
            provider()
              .pay(request(`${id}-${attempt}`, 1_000 + attempt))
              .catch(String);
          const said = await Promise.all(twice ? [pay(), pay()] : [pay()]);
          alipay.behavior.lostAnswers = 0;
          if (now === 'none' || now === 'lost') accepted.add(attempt);
          if (now === 'none') for (const one of said) expect(one).toMatchObject({ kind: 'succeeded' });
          else
            for (const one of said)
              expect(String(one)).toContain(now === 'lost' && typeof one !== 'string' ? '' : 'NoAnswer');
        }
        Object.assign(alipay.behavior, { failing: false, transferError: '' });
        expect(
          moved(id)
            .map(({ out_biz_no }) => out_biz_no)
            .toSorted(),
        ).toEqual([...accepted].toSorted().map((attempt) => `${id}-${attempt}`));
        for (const attempt of [1, 2]) {
          const state = await provider().lookUp(`${id}-${attempt}`);
          expect(state?.kind).toBe(accepted.has(attempt) ? 'succeeded' : undefined);
        }
      }),
      { numRuns: 15 },
    );
  });

  it('negative control: under a number of its own each time, two servers pay twice', async () => {
    await Promise.all([1, 2].map((nth) => provider().pay(request(`twice-${nth}`, 1_000))));
    expect(moved('twice')).toHaveLength(2);
    await Promise.all([1, 2].map(() => provider().pay(request('once-1', 1_000))));
    expect(moved('once')).toHaveLength(1);
  });
});
