import type { FieldMessage, Refusal } from '#services/runtime/refusal.ts';
import {
  IMPORT_PROVIDER,
  type OrderState,
  type PaidOrder,
  refundable,
  remainingUnits,
} from '../orders/order.ts';

/** All its money is back, or all its units; an order that cost nothing is refunded once, as a whole. */
function isFullyRefunded(order: PaidOrder): boolean {
  const { lines, total_amount } = order.placed;
  if (lines.length > 0 && remainingUnits(order).length === 0) return true;
  return total_amount > 0 ? refundable(order) === 0 : order.refunds.length > 0;
}

/** Something of it is sent, or has still to be. */
const isSent = (order: PaidOrder): boolean =>
  order.placed.need_address && order.placed.provider !== IMPORT_PROVIDER;

/** The order when there is something to send of it: paid, with an address to it, and not given back. */
export const toBeSent = (order: OrderState): PaidOrder | undefined =>
  order.phase === 'paid' && isSent(order) && !isFullyRefunded(order) ? order : undefined;

/** The state does not allow it; the reason has its own sentence. */
export const notNow = (field: string, message: FieldMessage): Refusal => ({
  code: 'state_does_not_allow',
  errors: [{ field, message }],
});
