import type { Pool } from 'pg';
import Stripe from 'stripe';
import { DAY_MS } from '#events/time.ts';
import { stripeClient, stripeFault } from '#services/modules/payments/stripe/client.ts';
import type { Clock } from '#services/runtime/clock.ts';
import type { StripeSettings } from '#services/runtime/settings/stripe.ts';
import { NoAnswer, type PayoutFault, type PayoutProvider, type PayoutState } from '../provider.ts';
import { stripeAccounts } from './accounts.ts';

const CURRENCY = 'cny';
const PAGE = 100;
/** A payout can fail within five business days after Stripe has called it paid. */
const RETURNS_MS = [1, 4, 9].map((days) => days * DAY_MS);

/** What is wrong with the card: asking again does not help. All other errors can end differently later. */
const CARD_FAULTS: Readonly<Record<string, PayoutFault>> = {
  account_number_invalid: 'account_unknown',
  routing_number_invalid: 'account_unknown',
  bank_account_unusable: 'account_unknown',
  bank_account_declined: 'account_unknown',
};
const failureOf = (code: string | null): PayoutFault =>
  code?.startsWith('incorrect_account_holder') ? 'name_differs' : 'account_unknown';

const idOf = (value: string | { id: string } | null): string =>
  typeof value === 'string' ? value : (value?.id ?? '');

/** Throws NoAnswer for errors of Stripe that do not say that nothing was accepted. */
async function answered<Answer>(payout_id: string, work: () => Promise<Answer>): Promise<Answer> {
  try {
    return await work();
  } catch (error) {
    const fault = stripeFault(error);
    throw fault === undefined ? error : new NoAnswer(payout_id, fault);
  }
}

/**
 * Payouts by Stripe Connect, to bank cards. Each one is a transfer to the creator's account, and its payout to the card.
 * Both are found again by our payout id, so each is made once. The transfer of a failed payout is reversed before the
 * payout counts as failed: the amount is in our account again.
 */
export function openStripePayouts(pool: Pool, settings: StripeSettings, clock: Clock): PayoutProvider {
  const stripe = stripeClient(settings);
  const { accountOf, cardOf } = stripeAccounts({ pool, clock, stripe });

  const transferOf = async (payout_id: string): Promise<Stripe.Transfer | undefined> =>
    (await stripe.transfers.list({ transfer_group: payout_id, limit: 1 })).data[0];

  async function payoutOf(payout_id: string, account: string): Promise<Stripe.Payout | undefined> {
    for await (const one of stripe.payouts.list({ limit: PAGE }, { stripeAccount: account })) {
      if (one.metadata?.payout_id === payout_id) return one;
    }
    return undefined;
  }

  /** The money of a failed payout, back from the creator's account. */
  async function reverse(payout_id: string, transfer: Stripe.Transfer): Promise<void> {
    if (transfer.reversed) return;
    const metadata = { payout_id };
    await stripe.transfers.createReversal(
      transfer.id,
      { metadata },
      { idempotencyKey: `reversal ${payout_id}` },
    );
  }

  async function stateOf(
    payout: Stripe.Payout,
    payout_id: string,
    transfer: Stripe.Transfer,
  ): Promise<PayoutState> {
    const { id, status, failure_code } = payout;
    if (status === 'paid') return { kind: 'succeeded', provider_reference: id };
    if (status !== 'failed' && status !== 'canceled') return { kind: 'processing' };
    await reverse(payout_id, transfer);
    return { kind: 'failed', cause: failureOf(failure_code) };
  }

  /** The card on the creator's account, or what is wrong with it. */
  async function cardFor(
    account: string,
    payee: Parameters<typeof cardOf>[1],
  ): Promise<{ id: string } | PayoutFault> {
    try {
      return { id: await cardOf(account, payee) };
    } catch (error) {
      const code = error instanceof Stripe.errors.StripeError ? error.code : undefined;
      const fault = code === undefined ? undefined : CARD_FAULTS[code];
      if (fault === undefined) throw error;
      return fault;
    }
  }

  return {
    name: 'stripe',
    recheckMs: RETURNS_MS,
    pay: ({ payout_id, user_id, amount, payee }) =>
      answered(payout_id, async () => {
        if (payee.kind !== 'bank') return { kind: 'failed', cause: 'not_supported' };
        const account = await accountOf(user_id, payee);
        const card = await cardFor(account, payee);
        if (typeof card === 'string') return { kind: 'failed', cause: card };
        const metadata = { payout_id };
        const transfer =
          (await transferOf(payout_id)) ??
          (await stripe.transfers.create(
            { amount, currency: CURRENCY, destination: account, transfer_group: payout_id, metadata },
            { idempotencyKey: `transfer ${payout_id}` },
          ));
        const destination = idOf(transfer.destination) || account;
        const payout =
          (await payoutOf(payout_id, destination)) ??
          (await stripe.payouts.create(
            { amount, currency: CURRENCY, destination: card.id, metadata },
            { stripeAccount: destination, idempotencyKey: `payout ${payout_id}` },
          ));
        return stateOf(payout, payout_id, transfer);
      }),
    lookUp: (payout_id) =>
      answered(payout_id, async () => {
        const transfer = await transferOf(payout_id);
        if (transfer === undefined) return undefined;
        const payout = await payoutOf(payout_id, idOf(transfer.destination));
        // A transfer alone is not paid out yet: the next request goes on.
        return payout && stateOf(payout, payout_id, transfer);
      }),
  };
}
