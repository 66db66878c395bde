import type { Pool } from 'pg';
import Stripe from 'stripe';
import type { ChargeId } from '#events/ids.ts';
import { DEFAULT_CURRENCY, type Fen, fenOf } from '#events/money.ts';
import { HOUR_MS, type Millis } from '#events/time.ts';
import type { Clock } from '#services/runtime/clock.ts';
import type { StripeMethod, StripeSettings } from '#services/runtime/settings/stripe.ts';
import { paidAmount } from '../numbered-charges.ts';
import {
  type Charge,
  type ChargeRequest,
  type Checkout,
  type PayMethod,
  type PaymentProvider,
  ProviderContradiction,
  ProviderRefusal,
  ProviderUnavailable,
  type Refund,
} from '../provider.ts';
import { refundNumber } from '../refund-number.ts';
import { type RequestedCharge, requestedCharges } from '../requested-charges.ts';
import { stripeBalanceFile } from './balance-file.ts';
import { stripeClient, stripeFault } from './client.ts';
import { currencyOf, readStripeEvent } from './notice.ts';

const STRIPE = 'stripe';

const METHODS: Readonly<Record<StripeMethod, PayMethod>> = { card: 'strp', alipay: 'apy', wechat_pay: 'wpy' };

/** A notice signed longer ago is stale, in seconds. */
const TOLERANCE_SECONDS = 300;
/** Stripe's bounds of a session's life are 30 minutes and 24 hours. */
const MINUTE_MS = 60_000;
const SHORTEST_MS = 31 * MINUTE_MS;
const LONGEST_MS = 24 * HOUR_MS - 10 * MINUTE_MS;

export interface StripeOptions {
  pool: Pool;
  clock: Clock;
  settings: StripeSettings;
}

type Session = Stripe.Checkout.Session;

/** Order and charge have ended before; `closeCharge` then ends the session itself. */
const sessionEnd = (expires_at: Millis, requested_at: Millis): number =>
  Math.floor(Math.min(Math.max(expires_at, requested_at + SHORTEST_MS), requested_at + LONGEST_MS) / 1000);

const idOf = (value: string | { id: string } | null): string =>
  typeof value === 'string' ? value : (value?.id ?? '');

const REFUND_STATES: Readonly<Record<string, Refund['status']>> = {
  succeeded: 'sent',
  failed: 'failed',
  canceled: 'failed',
};

function refundOf({ id, status, failure_reason }: Stripe.Refund): Refund {
  const state = REFUND_STATES[status ?? ''] ?? 'pending';
  return {
    provider_refund_id: id,
    status: state,
    reason: state === 'failed' ? (failure_reason ?? status ?? '') : '',
  };
}

const REFUSALS: Readonly<Record<string, ProviderRefusal['reason']>> = {
  charge_already_refunded: 'more_than_paid',
  amount_too_large: 'more_than_paid',
  charge_disputed: 'disputed',
};

/** Stripe's refusals under our names; all other errors as they are. */
function refusalOf(error: unknown, what: string): unknown {
  const code = error instanceof Stripe.errors.StripeError ? error.code : undefined;
  const reason = code === undefined ? undefined : REFUSALS[code];
  return reason === undefined ? error : new ProviderRefusal(reason, what);
}

/** As a notice is checked. */
function amountPaid({ metadata, currency, amount_total }: Session, charge_id: ChargeId): Fen {
  if (metadata?.charge_id !== charge_id || currency !== currencyOf(DEFAULT_CURRENCY)) {
    throw new ProviderContradiction(`Stripe: the answer about ${charge_id} is about another payment`);
  }
  return paidAmount(charge_id, amount_total === null ? undefined : fenOf(amount_total));
}

/**
 * Stripe Checkout. A charge is a session, whose page the payer opens. Amounts are in fen, which are Stripe's minor unit
 * of CNY. Every request is saved before it is sent and has an idempotency key, so a repetition finds the first one.
 */
export function openStripe({ pool, clock, settings }: StripeOptions): PaymentProvider {
  const stripe = stripeClient(settings);
  const charges = requestedCharges(pool, STRIPE);
  const typeOf = (method: PayMethod): StripeMethod => {
    const type = settings.methods.find((one) => METHODS[one] === method);
    if (type === undefined) throw new Error(`${method} is not configured at Stripe`);
    return type;
  };

  /** The session of a saved request. */
  async function openSession(
    { charge_id, out_trade_no, amount, currency, expires_at }: ChargeRequest,
    { subject, return_url }: Checkout,
    { method, requested_at }: RequestedCharge,
  ): Promise<{ session_id: string; url: string }> {
    const type = typeOf(method);
    const metadata = { charge_id, out_trade_no };
    const session = await stripe.checkout.sessions.create(
      {
        mode: 'payment',
        payment_method_types: [type],
        ...(type === 'wechat_pay' && { payment_method_options: { wechat_pay: { client: 'web' } } }),
        line_items: [
          {
            quantity: 1,
            price_data: {
              currency: currencyOf(currency),
              unit_amount: amount,
              product_data: { name: subject },
            },
          },
        ],
        client_reference_id: charge_id,
        metadata,
        payment_intent_data: { metadata },
        expires_at: sessionEnd(expires_at, requested_at),
        success_url: return_url,
        cancel_url: return_url,
        locale: 'auto',
      },
      { idempotencyKey: `${charge_id} ${requested_at}` },
    );
    if (!session.url) throw new Error(`Stripe gave ${charge_id} no page`);
    return { session_id: session.id, url: session.url };
  }

  async function sessionOf(charge_id: ChargeId): Promise<Session | undefined> {
    const saved = await charges.find(charge_id);
    return saved?.session_id ? stripe.checkout.sessions.retrieve(saved.session_id) : undefined;
  }

  /** False if it was paid meanwhile. */
  async function closeSession(session_id: string): Promise<boolean> {
    try {
      await stripe.checkout.sessions.expire(session_id);
      return true;
    } catch (error) {
      if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
      const { status } = await stripe.checkout.sessions.retrieve(session_id);
      if (status === 'open') throw error;
      return status === 'expired';
    }
  }

  async function createCharge(request: ChargeRequest): Promise<Charge> {
    const { charge_id, amount, checkout } = request;
    if (!checkout) throw new Error('Stripe charges no payer who is absent');
    const method = checkout.instead?.method ?? checkout.method;
    const wanted = { amount, method, requested_at: clock.now() };
    let saved = await charges.findOrAdd(charge_id, wanted);
    if (saved.amount !== amount) {
      throw new ProviderRefusal('charge_differs', `${charge_id} has the amount ${saved.amount} fen`);
    }
    const opened = async (charge: RequestedCharge): Promise<{ session_id: string; url: string }> => {
      const { session_id, url } = charge;
      if (session_id !== null && url !== null) return { session_id, url };
      const session = await openSession(request, checkout, charge);
      await charges.answered(charge_id, charge.requested_at, session);
      return session;
    };
    let session = await opened(saved);
    const isOther = checkout.instead !== undefined && method !== saved.method;
    if (isOther && (await closeSession(session.session_id))) {
      await charges.replace(charge_id, session.session_id, wanted);
      saved = (await charges.find(charge_id)) ?? saved;
      session = await opened(saved);
    }
    return { provider: STRIPE, charge_id, amount, url: session.url, method: saved.method };
  }

  /** Any other error of Stripe says nothing about the charge: it can be asked again. */
  async function available(request: ChargeRequest): Promise<Charge> {
    try {
      return await createCharge(request);
    } catch (error) {
      const fault = stripeFault(error);
      throw fault === undefined ? error : new ProviderUnavailable(fault);
    }
  }

  /** An earlier refund of this id. Stripe forgets idempotency keys after a day, its refunds never. */
  async function knownRefund(payment_intent: string, refund_id: string): Promise<Stripe.Refund | undefined> {
    for await (const one of stripe.refunds.list({ payment_intent, limit: 100 })) {
      if (one.metadata?.refund_id === refund_id) return one;
    }
    return undefined;
  }

  return {
    name: STRIPE,
    methods: settings.methods.map((method) => METHODS[method]),
    acknowledgement: { received: true },
    createCharge: available,
    methodOf: async (charge_id) => (await charges.find(charge_id))?.method,
    async lookUp(charge_id) {
      const saved = await charges.find(charge_id);
      if (!saved) return undefined;
      const session = await sessionOf(charge_id);
      if (session?.payment_status === 'paid') {
        return { charge_id, status: 'paid', amount: amountPaid(session, charge_id) };
      }
      return { charge_id, status: session?.status === 'expired' ? 'closed' : 'open', amount: saved.amount };
    },
    async closeCharge(charge_id) {
      const session = await sessionOf(charge_id);
      if (session?.status === 'open') await closeSession(session.id);
    },
    async refund({ refund_id, charge_id, out_trade_no, amount }) {
      const session = await sessionOf(charge_id);
      if (!session) throw new ProviderRefusal('charge_unknown', charge_id);
      if (session.payment_status !== 'paid') throw new ProviderRefusal('not_paid', charge_id);
      amountPaid(session, charge_id);
      const payment_intent = idOf(session.payment_intent);
      const known = await knownRefund(payment_intent, refund_id);
      if (known && known.amount !== amount) throw new ProviderRefusal('refund_differs', refund_id);
      if (known) return refundOf(known);
      const metadata = { refund_id, charge_id, out_trade_no };
      // A header has only ASCII.
      const idempotencyKey = `refund ${refundNumber(refund_id)}`;
      try {
        return refundOf(
          await stripe.refunds.create({ payment_intent, amount, metadata }, { idempotencyKey }),
        );
      } catch (error) {
        throw refusalOf(error, refund_id);
      }
    },
    async findRefund({ refund_id, charge_id }) {
      const session = await sessionOf(charge_id);
      const payment_intent = idOf(session?.payment_intent ?? null);
      const known = payment_intent === '' ? undefined : await knownRefund(payment_intent, refund_id);
      return known && refundOf(known);
    },
    async chargeOf(payment) {
      try {
        const { metadata } = await stripe.paymentIntents.retrieve(payment);
        return metadata.charge_id as ChargeId | undefined; // the order that it names decides
      } catch (error) {
        const isUnknown = error instanceof Stripe.errors.StripeError && error.code === 'resource_missing';
        if (isUnknown) return undefined;
        throw error;
      }
    },
    statement: (period) => stripeBalanceFile(stripe, period),
    verifyNotice(rawBody, headers, now) {
      const signature = headers['stripe-signature'];
      if (typeof signature !== 'string') return { genuine: false, fault: 'signature_missing' };
      const body = Buffer.from(rawBody);
      for (const secret of settings.webhookSecrets) {
        try {
          const event = stripe.webhooks.constructEvent(
            body,
            signature,
            secret,
            TOLERANCE_SECONDS,
            undefined,
            now,
          );
          const notice = readStripeEvent(event);
          return typeof notice === 'string' ? { genuine: false, fault: notice } : { genuine: true, notice };
        } catch (error) {
          // Anything else is wrong in the body, after its signature held.
          if (!(error instanceof Stripe.errors.StripeSignatureVerificationError)) {
            return { genuine: false, fault: 'malformed' };
          }
          if (error.message.includes('tolerance')) return { genuine: false, fault: 'stale' };
        }
      }
      return { genuine: false, fault: 'signature_wrong' };
    },
  };
}
