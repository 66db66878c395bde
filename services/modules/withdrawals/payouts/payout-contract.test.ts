import { createTestDatabase } from '#events/testing/database.ts';
import { fixture } from '#events/testing/fixture.ts';
import { alipayStandIn } from '#services/modules/payments/alipay/testing/stand-in.ts';
import { stripeStandIn } from '#services/modules/payments/stripe/testing/stand-in.ts';
import type { Payee } from '#services/modules/withdrawals/withdraw-methods.ts';
import { movableClock } from '#services/runtime/clock.ts';
import { SAMPLE_CARD } from '../testing/sample-card.ts';
import { openAlipayPayouts } from './alipay/provider.ts';
import { openStripePayouts } from './stripe/provider.ts';
import { keepsThePayoutContract } from './testing/payout-contract.ts';

const clock = movableClock();
const database = fixture(() => createTestDatabase([new URL('../../payments/migrations/', import.meta.url)]));
const found = <One>(one: One | undefined): One => {
  if (one === undefined) throw new Error('the provider has no such thing');
  return one;
};
const isOf = (withdrawal_id: string, payout_id = ''): boolean => payout_id.startsWith(`${withdrawal_id}-`);

const alipay = fixture(alipayStandIn);
const wallet = (account: string): Payee => ({ kind: 'apy', realname: 'Wang', account });
keepsThePayoutContract('alipay', {
  provider: fixture(() => openAlipayPayouts(alipay.settings, clock)),
  payee: wallet('wang@example.com'),
  unknownPayee: wallet('nobody@example.com'),
  moved: (withdrawal_id) =>
    [...alipay.transfers.values()]
      .filter(({ out_biz_no, status }) => isOf(withdrawal_id, out_biz_no) && status !== 'REFUND')
      .map(({ amount }) => Math.round(Number(amount) * 100)),
  behave: (fault) =>
    void Object.assign(alipay.behavior, {
      failing: fault === 'failing',
      transferError: fault === 'busy' ? 'SYSTEM_ERROR' : '',
      lostAnswers: fault === 'lost' ? 2 : 0,
    }),
  payoutsAre: (state) =>
    void Object.assign(alipay.behavior, { transferStatus: state === 'paid' ? 'SUCCESS' : 'DEALING' }),
  settle: (payout_id, state) =>
    void Object.assign(found(alipay.transfers.get(payout_id)), {
      status: state === 'paid' ? 'SUCCESS' : 'REFUND',
    }),
});

const stripe = fixture(() => stripeStandIn('whsec_1'));
const card = (bank_acct_no: string): Payee => ({ ...SAMPLE_CARD, kind: 'bank', bank_acct_no });
keepsThePayoutContract('stripe', {
  runs: 3,
  provider: fixture(() => {
    const account = { secretKey: 'sk_test_1', webhookSecrets: ['whsec_1'], methods: ['card' as const] };
    return openStripePayouts(database.pool, { ...account, payouts: true, apiUrl: stripe.url }, clock);
  }),
  payee: card('6222000012345678'),
  unknownPayee: card('0000000012345678'),
  moved: (withdrawal_id) =>
    stripe.connect.transfers
      .filter(({ metadata, reversed }) => isOf(withdrawal_id, metadata.payout_id) && !reversed)
      .map(({ amount }) => amount),
  behave: (fault) =>
    void Object.assign(stripe.behavior, {
      failing: fault === 'failing',
      transferError: fault === 'busy' ? 'balance_insufficient' : '',
      lostAnswers: fault === 'lost' ? 4 : 0,
    }),
  payoutsAre: (state) => void Object.assign(stripe.behavior, { payoutStatus: state }),
  settle: (payout_id, status) =>
    void Object.assign(
      found(stripe.connect.payouts.find(({ metadata }) => metadata.payout_id === payout_id)),
      {
        status,
        failure_code: status === 'failed' ? 'no_account' : null,
      },
    ),
});
