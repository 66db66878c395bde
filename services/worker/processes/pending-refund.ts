import { DAY_MS, HOUR_MS, type Millis } from '#events/time.ts';
import type { Refund } from '#services/modules/payments/provider.ts';

/** A refund that its provider has accepted is asked for again after this time, until it is sent or has failed. */
export const PENDING_REFUND_MS = HOUR_MS;
/** A refund that its provider does not confirm for so long has failed: finance pays it in another way. */
const UNCONFIRMED_MS = 7 * DAY_MS;

/** The refund as it counts now. @param since when it was decided; unknown of timers that were set before */
export function countedRefund(refund: Refund, since: Millis | undefined, now: Millis): Refund {
  const isGivenUp =
    refund.status === 'pending' &&
    refund.unconfirmed === true &&
    since !== undefined &&
    now >= since + UNCONFIRMED_MS;
  return isGivenUp ? { ...refund, status: 'failed', reason: 'unconfirmed' } : refund;
}
