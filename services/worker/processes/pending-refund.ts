import { DAY_MS, HOUR_MS, type Millis } from '#events/time.ts';
import type { PaymentProvider, Refund, RefundRequest } from '#services/modules/payments/provider.ts';
import { refundNumber } from '#services/modules/payments/refund-number.ts';
import type { Fired, Timer } from '../process.ts';

/** A refund that its provider has accepted is requested again after this time, until it is sent or has failed. */
const PENDING_MS = HOUR_MS;
/** A refund that its provider accepts, and does not confirm for so long, has failed: finance pays it in another way. */
const UNCONFIRMED_MS = 7 * DAY_MS;
const UNCONFIRMED = 'unconfirmed';

/** One that was given up is asked about daily: its provider can send it after all. */
const GIVEN_UP_DAYS = 90;

/** Asks about a refund that was not confirmed for a week, without sending it again: it is given up, or decided. */
async function lastQuestion(provider: PaymentProvider, request: RefundRequest): Promise<Refund> {
  const found = await provider.findRefund?.(request);
  if (found !== undefined && !(found.status === 'pending' && found.unconfirmed)) return found;
  const provider_refund_id = found?.provider_refund_id ?? refundNumber(request.refund_id);
  return { provider_refund_id, status: 'failed', reason: UNCONFIRMED };
}

/**
 * Has the provider pay a refund.
 * @param isGivenUp it has failed, and finance can pay it: the provider is asked, and never told to send it again
 * @returns what became of it, and when the timer comes again while it is pending or was given up. The timer keeps the
 * time of the first answer that left it unconfirmed: refusals and outages before that do not count.
 */
export async function payRefund(
  provider: PaymentProvider,
  request: RefundRequest,
  { data }: Pick<Timer, 'data'>,
  now: Millis,
  isGivenUp: boolean,
): Promise<Refund & { later: Fired }> {
  const { unconfirmed_since, ...rest } = data;
  const since = Number(unconfirmed_since ?? now);
  const counting = { ...rest, unconfirmed_since: since };
  const isOver = isGivenUp || now >= since + UNCONFIRMED_MS;
  const refund = isOver ? await lastQuestion(provider, request) : await provider.refund(request);
  if (refund.status === 'failed') {
    const ends_at = since + UNCONFIRMED_MS + GIVEN_UP_DAYS * DAY_MS;
    const isAskedAgain = provider.findRefund !== undefined && refund.reason === UNCONFIRMED && now < ends_at;
    return { ...refund, later: isAskedAgain ? { again_at: now + DAY_MS, data: counting } : 'done' };
  }
  const next = isGivenUp || refund.unconfirmed ? counting : rest;
  return { ...refund, later: { again_at: now + PENDING_MS, data: next } };
}
