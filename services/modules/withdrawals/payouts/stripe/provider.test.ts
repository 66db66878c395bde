import { beforeEach, describe, expect, it } from 'vitest';
import type { UserId } from '#events/ids.ts';
import { fenOf } from '#events/money.ts';
import { createTestDatabase } from '#events/testing/database.ts';
import { fixture } from '#events/testing/fixture.ts';
import { stripeStandIn } from '#services/modules/payments/stripe/testing/stand-in.ts';
import { SAMPLE_CARD } from '#services/modules/withdrawals/testing/sample-card.ts';
import { movableClock } from '#services/runtime/clock.ts';
import { openStripePayouts } from './provider.ts';

const database = fixture(() =>
  createTestDatabase([new URL('../../../payments/migrations/', import.meta.url)]),
);
const stripe = fixture(() => stripeStandIn('whsec_1'));
const provider = fixture(() => {
  const account = { secretKey: 'sk_test_1', webhookSecrets: ['whsec_1'], methods: ['card' as const] };
  const settings = { ...account, payouts: true, apiUrl: stripe.url };
  return openStripePayouts(database.pool, settings, movableClock());
});
beforeEach(() => {
  stripe.behavior.payoutError = '';
});

let withdrawals = 0;
const withdrawal = (): string => {
  withdrawals += 1;
  return `${String(withdrawals).padStart(2, '0')}cd`.repeat(8);
};
const pay = (withdrawal_id: string, attempt = 1, bank_acct_no = '6222000012345678') =>
  provider.pay({
    payout_id: `${withdrawal_id}-${attempt}`,
    user_id: 'u1' as UserId,
    withdrawal_id,
    amount: fenOf(1_000 + attempt),
    payee: { ...SAMPLE_CARD, kind: 'bank', bank_acct_no },
  });
const transfersOf = (withdrawal_id: string) =>
  stripe.connect.transfers.filter(({ transfer_group }) => transfer_group.startsWith(withdrawal_id));

/** Its transfer is made, and its payout is not yet. */
async function unfinished(): Promise<string> {
  const id = withdrawal();
  stripe.behavior.payoutError = 'balance_insufficient';
  await expect(pay(id)).rejects.toMatchObject({ name: 'NoAnswer' });
  stripe.behavior.payoutError = '';
  expect(transfersOf(id)).toMatchObject([{ reversed: false }]);
  return id;
}

describe('a transfer without a payout', () => {
  it('is under way, and the next request goes on with it', async () => {
    const id = await unfinished();
    expect(await provider.lookUp(`${id}-1`, 'bank')).toEqual({ kind: 'processing', unfinished: true });
    expect(await pay(id)).toMatchObject({ kind: 'succeeded' });
    expect(transfersOf(id)).toMatchObject([{ reversed: false }]);
  });

  it('comes back before its payout fails for good, and nothing is paid out after that', async () => {
    const id = withdrawal();
    const payouts = stripe.connect.payouts.length;
    stripe.behavior.payoutError = 'bank_account_unusable';
    const failed = { kind: 'failed', cause: 'account_unknown' };
    expect(await pay(id)).toEqual(failed);
    stripe.behavior.payoutError = '';
    expect(await provider.lookUp(`${id}-1`, 'bank')).toEqual(failed);
    expect(await pay(id)).toEqual(failed);
    expect(transfersOf(id)).toMatchObject([{ reversed: true }]);
    expect(stripe.connect.payouts).toHaveLength(payouts);
  });

  it('comes back when the card is refused, and when the payee’s details are erased', async () => {
    const refused = await unfinished();
    expect(await pay(refused, 1, '0000000012345678')).toMatchObject({ kind: 'failed' });
    const erased = await unfinished();
    expect(await provider.lookUp(`${erased}-1`, undefined)).toMatchObject({ kind: 'failed' });
    for (const id of [refused, erased]) expect(transfersOf(id)).toMatchObject([{ reversed: true }]);
  });
});

it('a card to which Stripe pays nothing any more is added again', async () => {
  const id = withdrawal();
  expect(await pay(id)).toMatchObject({ kind: 'succeeded' });
  const [account] = [...stripe.connect.accounts.values()].slice(-1);
  for (const card of account?.cards ?? []) card.status = 'errored';
  expect(await pay(id, 2)).toMatchObject({ kind: 'succeeded' });
  const usable = account?.cards.filter(({ status }) => status !== 'errored');
  expect(usable).toMatchObject([{ id: stripe.connect.payouts.at(-1)?.destination }]);
});
