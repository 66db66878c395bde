import type { Pool } from 'pg';
import Stripe from 'stripe';
import { RETURNS_MS } from '#services/commerce/withdrawals/returns.ts';
import { stripeClient, stripeFault } from '#services/modules/payments/stripe/client.ts';
import type { Clock } from '#services/runtime/clock.ts';
import type { StripeSettings } from '#services/runtime/settings/stripe.ts';
import {
  NoAnswer,
  type PayoutFault,
  type PayoutProvider,
  type PayoutRequest,
  type PayoutState,
} from '../provider.ts';
import { stripeAccounts } from './accounts.ts';

const CURRENCY = 'cny';
const PAGE = 100;

/** What is wrong with the card or account: asking again does not help. All other errors can end differently later. */
const FINAL_FAULTS: Readonly<Record<string, PayoutFault>> = {
  account_number_invalid: 'account_unknown',
  routing_number_invalid: 'account_unknown',
  bank_account_unusable: 'account_unknown',
  bank_account_declined: 'account_unknown',
  bank_account_restricted: 'account_unknown',
  account_closed: 'account_unknown',
  no_account: 'account_unknown',
  payouts_not_allowed: 'not_supported',
};
const failureOf = (code: string | null): PayoutFault =>
  code?.startsWith('incorrect_account_holder') ? 'name_differs' : 'account_unknown';

const idOf = (value: string | { id: string } | null): string =>
  typeof value === 'string' ? value : (value?.id ?? '');

/** The fault that an error of Stripe means for good. Throws all other errors. */
function finalFault(error: unknown): PayoutFault {
  const code = error instanceof Stripe.errors.StripeError ? error.code : undefined;
  const fault = code === undefined ? undefined : FINAL_FAULTS[code];
  if (fault === undefined) throw error;
  return fault;
}

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
 * Both are found again by our payout id, so each is made once. An existing transfer is reversed before the payout counts
 * as failed: the amount is in our account again. A payout whose transfer was reversed is never made.
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

  /** Failed, with the money back from the creator's account. */
  async function failed(
    payout_id: string,
    transfer: Stripe.Transfer | undefined,
    cause: PayoutFault,
  ): Promise<PayoutState> {
    if (transfer) await reverse(payout_id, transfer);
    return { kind: 'failed', cause };
  }

  async function stateOf(
    payout: Stripe.Payout,
    payout_id: string,
    transfer: Stripe.Transfer,
  ): Promise<PayoutState> {
    const { id, status, failure_code } = payout;
    if (status === 'paid') return { kind: 'succeeded', provider_reference: id };
    if (status !== 'failed' && status !== 'canceled') return { kind: 'processing' };
    return failed(payout_id, transfer, failureOf(failure_code));
  }

  /** Its transfer, and what is known of it; undefined: neither paid out nor failed yet. */
  async function known(
    payout_id: string,
  ): Promise<{ transfer?: Stripe.Transfer; state?: PayoutState | undefined }> {
    const transfer = await transferOf(payout_id);
    if (transfer === undefined) return {};
    const payout = await payoutOf(payout_id, idOf(transfer.destination));
    if (payout) return { transfer, state: await stateOf(payout, payout_id, transfer) };
    return transfer.reversed
      ? { transfer, state: { kind: 'failed', cause: 'account_unknown' } }
      : { transfer };
  }

  const transferTo = (account: string, { payout_id, amount }: PayoutRequest): Promise<Stripe.Transfer> =>
    stripe.transfers.create(
      {
        amount,
        currency: CURRENCY,
        destination: account,
        transfer_group: payout_id,
        metadata: { payout_id },
      },
      { idempotencyKey: `transfer ${payout_id}` },
    );

  const payOut = (from: string, card: string, { payout_id, amount }: PayoutRequest): Promise<Stripe.Payout> =>
    stripe.payouts.create(
      { amount, currency: CURRENCY, destination: card, metadata: { payout_id } },
      { stripeAccount: from, idempotencyKey: `payout ${payout_id}` },
    );

  /** Pays what is neither paid out nor failed. @param begun its transfer, if there is one */
  async function made(request: PayoutRequest, begun: Stripe.Transfer | undefined): Promise<PayoutState> {
    const { payout_id, user_id, payee } = request;
    if (payee.kind !== 'bank') return failed(payout_id, begun, 'not_supported');
    let transfer = begun;
    try {
      const account = idOf(begun?.destination ?? null) || (await accountOf(user_id, payee));
      const card = await cardOf(account, payee);
      transfer ??= await transferTo(account, request);
      // Another request can have made it meanwhile.
      const payout = (await payoutOf(payout_id, account)) ?? (await payOut(account, card, request));
      return await stateOf(payout, payout_id, transfer);
    } catch (error) {
      return failed(payout_id, transfer, finalFault(error));
    }
  }

  return {
    name: 'stripe',
    recheckMs: RETURNS_MS.stripe,
    pay: (request) =>
      answered(request.payout_id, async () => {
        const { transfer, state } = await known(request.payout_id);
        return state ?? made(request, transfer);
      }),
    lookUp: (payout_id, kind) =>
      answered(payout_id, async () => {
        const { transfer, state } = await known(payout_id);
        if (transfer === undefined || state !== undefined) return state;
        // Without the payee's details no request goes on.
        if (kind === undefined) return failed(payout_id, transfer, 'account_unknown');
        return { kind: 'processing', unfinished: true };
      }),
  };
}
