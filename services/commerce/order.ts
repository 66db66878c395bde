import type { ChargeId } from '#events/ids.ts';
import { type Fen, fenOf, ZERO } from '#events/money.ts';
import type { CancelReason, OrderPlacedData } from '#events/order.ts';
import type { DomainEvent } from '#events/registry.ts';
import type { Millis } from '#events/time.ts';

/** Money that came for an order that could not take it, and whether it has gone back. */
interface LatePayment {
  charge_id: ChargeId;
  amount: Fen;
  returned: boolean;
}

interface Placed {
  /** What was ordered, as it was sold. */
  placed: OrderPlacedData;
  placed_at: Millis;
  late: readonly LatePayment[];
}

interface PendingOrder extends Placed {
  phase: 'pending';
}
interface PaidOrder extends Placed {
  phase: 'paid';
  /** null: imported, its money was collected elsewhere. */
  charge_id: ChargeId | null;
  paid_at: Millis;
  refunded: Fen;
  refund_ids: readonly string[];
}
export interface CancelledOrder extends Placed {
  phase: 'cancelled';
  reason: CancelReason;
  cancelled_at: Millis;
}

export type PlacedOrderState = PendingOrder | PaidOrder | CancelledOrder;
export type OrderState = { phase: 'none' } | PlacedOrderState;

/** pending 1, success 2, cancel 3 (commerce specification 9) */
export type OrderStatus = 1 | 2 | 3;

export const noOrder: OrderState = { phase: 'none' };

/** Provider of orders that were paid elsewhere before they came here. */
export const IMPORT_PROVIDER = 'import';

export function statusOf(order: PlacedOrderState): OrderStatus {
  switch (order.phase) {
    case 'pending':
      return 1;
    case 'paid':
      return 2;
    case 'cancelled':
      return 3;
    default:
      return order satisfies never;
  }
}

export function evolveOrder(state: OrderState, event: DomainEvent, at: Millis): OrderState {
  if (event.type === 'OrderPlaced') return { phase: 'pending', placed: event.data, placed_at: at, late: [] };
  if (state.phase === 'none') return state;
  const { placed, placed_at, late } = state;
  switch (event.type) {
    case 'OrderPaid': {
      const { charge_id } = event.data;
      const nothing = { refunded: ZERO, refund_ids: [] };
      return { phase: 'paid', placed, placed_at, late, charge_id, paid_at: at, ...nothing };
    }
    case 'OrderCancelled':
      return { phase: 'cancelled', placed, placed_at, late, reason: event.data.reason, cancelled_at: at };
    case 'OrderRefunded': {
      if (state.phase !== 'paid') return state;
      const refunded = fenOf(state.refunded + event.data.amount);
      return { ...state, refunded, refund_ids: [...state.refund_ids, event.data.refund_id] };
    }
    case 'LatePaymentReceived': {
      const { charge_id, amount } = event.data;
      return { ...state, late: [...late, { charge_id, amount, returned: false }] };
    }
    case 'LatePaymentReturned': {
      const { charge_id } = event.data;
      return {
        ...state,
        late: late.map((one) => (one.charge_id === charge_id ? { ...one, returned: true } : one)),
      };
    }
    default:
      return state;
  }
}
