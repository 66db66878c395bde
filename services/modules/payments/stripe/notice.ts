import type Stripe from 'stripe';
import type { ChargeId, OutTradeNo } from '#events/ids.ts';
import { type Currency, DEFAULT_CURRENCY, fenOf } from '#events/money.ts';
import type { DisputeNews, Notice, NoticeFault } from '../provider.ts';

/** Events that the endpoint at Stripe has to send (README, Payments). */
export const STRIPE_EVENTS = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'refund.failed',
  'refund.updated',
  'charge.dispute.created',
  'charge.dispute.closed',
] as const;

type Read = Notice | Extract<NoticeFault, 'malformed' | 'other_currency'>;

const MAX_ID_LENGTH = 120;
const isId = (value: unknown): value is string =>
  typeof value === 'string' && value.length > 0 && value.length <= MAX_ID_LENGTH && !value.includes('\u0000');
const isAmount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) > 0;

/** Stripe writes currencies in lower case. */
export const currencyOf = (currency: Currency): string => currency.toLowerCase();
const OURS = currencyOf(DEFAULT_CURRENCY);

const idOf = (value: string | { id: string } | null): string =>
  typeof value === 'string' ? value : (value?.id ?? '');

function chargeNotice(notice_id: string, session: Stripe.Checkout.Session, type: string): Read {
  const charge_id = session.metadata?.charge_id;
  // Sessions of the account's other uses.
  if (!isId(charge_id)) return { kind: 'other', notice_id };
  const failed = type === 'checkout.session.async_payment_failed';
  // Alipay and WeChat Pay can complete a session before its money is there.
  if (!failed && session.payment_status !== 'paid') return { kind: 'other', notice_id };
  if (session.currency !== OURS) return 'other_currency';
  if (!isAmount(session.amount_total)) return 'malformed';
  const amount = fenOf(session.amount_total);
  return {
    kind: 'charge',
    notice_id,
    charge_id: charge_id as ChargeId, // takePayment refuses any other form
    outcome: failed ? 'failed' : 'paid',
    amount,
  };
}

function refundNotice(notice_id: string, refund: Stripe.Refund): Read {
  const { refund_id, charge_id, out_trade_no } = refund.metadata ?? {};
  const hasFailed = refund.status === 'failed' || refund.status === 'canceled';
  if (!hasFailed || !isId(refund_id) || !isId(charge_id) || !isId(out_trade_no)) {
    return { kind: 'other', notice_id };
  }
  return {
    kind: 'refund_failed',
    notice_id,
    charge_id: charge_id as ChargeId,
    refund_id,
    out_trade_no: out_trade_no as OutTradeNo, // an unknown order is refused
    provider_refund_id: refund.id,
    reason: (refund.failure_reason ?? refund.status ?? '').slice(0, 60),
  };
}

/** An inquiry ends without a demand (`warning_closed`); all states in between are open. */
function disputeStatus(status: string): DisputeNews['status'] {
  if (status === 'lost') return 'lost';
  return status === 'won' || status === 'warning_closed' || status === 'prevented' ? 'won' : 'open';
}

function disputeNotice(notice_id: string, dispute: Stripe.Dispute): Read {
  const payment = idOf(dispute.payment_intent);
  if (!isId(payment) || !isId(dispute.id)) return { kind: 'other', notice_id };
  if (dispute.currency !== OURS) return 'other_currency';
  if (!isAmount(dispute.amount)) return 'malformed';
  return {
    kind: 'dispute',
    notice_id,
    payment,
    dispute_id: dispute.id,
    status: disputeStatus(dispute.status),
    amount: fenOf(dispute.amount),
    reason: dispute.reason.slice(0, 60),
  };
}

/** Reads an event whose signature held. Events that we do not need are `other`. */
export function readStripeEvent({ id, type, data }: Stripe.Event): Read {
  if (!isId(id)) return 'malformed';
  switch (type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
    case 'checkout.session.async_payment_failed':
      return chargeNotice(id, data.object as Stripe.Checkout.Session, type);
    case 'refund.failed':
    case 'refund.updated':
      return refundNotice(id, data.object as Stripe.Refund);
    case 'charge.dispute.created':
    case 'charge.dispute.closed':
      return disputeNotice(id, data.object as Stripe.Dispute);
    default:
      return { kind: 'other', notice_id: id };
  }
}
