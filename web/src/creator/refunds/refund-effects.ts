import { EXPRESS_STATUS } from '#events/status.ts';
import type { OrderDetail } from '#services/contract/orders/order-detail.ts';
import {
  fen,
  type OpenTicket,
  type RefundChoice,
  unitsLeft,
} from '../../components/refunds/refund-choice.ts';

export interface RefundEffects {
  /** With it, all the money is back. */
  whole: boolean;
  /** Units that are on sale again. */
  units: number;
  /** Shipped units do not return to stock. */
  sent: boolean;
  /** Tickets that become void, and those of them that were used. */
  tickets: number;
  used: number;
}

/** The effects of a choice, by the rules of the server (docs/domain/refunds.md). */
export function effectsOf(
  order: OrderDetail,
  choice: RefundChoice,
  amount: string,
  tickets: readonly OpenTicket[],
): RefundEffects {
  const whole = choice.kind === 'whole' || fen(amount) === fen(order.refundable_amount);
  const sent = order.order_attr?.express_status === EXPRESS_STATUS.sent;
  const voided = whole ? tickets : tickets.filter(({ id }) => choice.ticket_ids.includes(id));
  const named =
    choice.kind === 'units'
      ? Object.values(choice.counts).reduce((sum, count) => sum + count, 0)
      : choice.kind === 'tickets'
        ? voided.length
        : 0;
  const remaining = order.sku_detail.reduce((sum, line) => sum + unitsLeft(line), 0);
  return {
    whole,
    sent,
    units: sent ? 0 : whole ? remaining : named,
    tickets: voided.length,
    used: voided.filter(({ used }) => used).length,
  };
}
