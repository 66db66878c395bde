import type { FeeTerms } from '#events/fees.ts';
import type { ChargeId, SkuId, UserId } from '#events/ids.ts';
import { type Fen, fenOf, ZERO } from '#events/money.ts';
import type { CancelReason, DeliveryState, LateReason, OrderPlacedData } from '#events/orders.ts';
import type { DataOf, DomainEvent } from '#events/registry.ts';
import { ORDER_STATUS, type OrderStatus } from '#events/status.ts';
import type { Millis } from '#events/time.ts';
import { streamKind } from '../engine/stream-kind.ts';

/** Money that came for an order that could not take it, and whether it has gone back. */
interface LatePayment {
  charge_id: ChargeId;
  amount: Fen;
  reason: LateReason;
  /** Returned, or never received. */
  returned: boolean;
}

/** A refund that the provider could not send, or returned late money. */
interface FailedRefund {
  kind: 'refund' | 'late';
  refund_id: string;
  amount: Fen;
  /** Finance paid it from our bank. */
  paid: boolean;
}

interface PaymentDispute {
  dispute_id: string;
  charge_id: ChargeId;
  amount: Fen;
  outcome: 'open' | 'won' | 'lost';
}

interface Placed {
  /** The ordered units as sold. */
  placed: OrderPlacedData;
  placed_at: Millis;
  /** Whose it is: who placed it, or the account that staff gave it to. Limits and statistics keep `placed.user_id`. */
  owner: UserId;
  /** Times that it was given to another account. */
  handed_over: number;
  late: readonly LatePayment[];
  failed: readonly FailedRefund[];
  disputes: readonly PaymentDispute[];
}

interface PendingOrder extends Placed {
  phase: 'pending';
}

/** A refund that was decided; `sent` once the provider has paid it out. */
export interface OrderRefund extends Omit<DataOf<'OrderRefunded'>, 'out_trade_no'> {
  sent: boolean;
  /** Finance paid it in another way. */
  by_hand: boolean;
}

/** A parcel on its way. */
export interface Delivery {
  company_id: string;
  express_no: string;
  shipped_at: Millis;
  state: DeliveryState;
  moved_at: Millis;
}

export interface PaidOrder extends Placed {
  phase: 'paid';
  /** null: imported, or nothing was to be paid. */
  charge_id: ChargeId | null;
  paid_at: Millis;
  refunded: Fen;
  refunds: readonly OrderRefund[];
  /** Units of each SKU that came back. */
  given_back: readonly { sku_id: SkuId; count: number }[];
  void_tickets: readonly string[];
  /** The address; null if missing. */
  address_ref: string | null;
  province: string | null;
  /** Times that the address was changed after it was first known. */
  address_changes: number;
  remark_ref: string | null;
  remark_changes: number;
  creator_remark_ref: string | null;
  /** null until it is shipped. */
  delivery: Delivery | null;
}
export interface CancelledOrder extends Placed {
  phase: 'cancelled';
  reason: CancelReason;
  cancelled_at: Millis;
}

export type PlacedOrderState = PendingOrder | PaidOrder | CancelledOrder;
export type OrderState = { phase: 'none' } | PlacedOrderState;

export const noOrder: OrderState = { phase: 'none' };

/** Provider of orders that were paid elsewhere before they came here. */
export const IMPORT_PROVIDER = 'import';

export const feeTermsOf = ({ affiliate, provider }: OrderPlacedData): FeeTerms => ({
  affiliate_percent: affiliate?.rate_percent ?? 0,
  imported: provider === IMPORT_PROVIDER,
});

export const refundable = ({ placed, refunded }: PaidOrder): Fen => fenOf(placed.total_amount - refunded);

/** Units of the order's lines that were not returned. */
export const remainingUnits = ({ placed, given_back }: PaidOrder): { sku_id: SkuId; count: number }[] =>
  placed.lines.flatMap(({ sku_id, count }) => {
    const back = given_back.reduce((sum, one) => (one.sku_id === sku_id ? sum + one.count : sum), 0);
    return count > back ? [{ sku_id, count: count - back }] : [];
  });

export function statusOf(order: PlacedOrderState): OrderStatus {
  switch (order.phase) {
    case 'pending':
      return ORDER_STATUS.pending;
    case 'paid':
      return ORDER_STATUS.success;
    case 'cancelled':
      return ORDER_STATUS.cancelled;
    default:
      return order satisfies never;
  }
}

const placedPart = ({
  placed,
  placed_at,
  owner,
  handed_over,
  late,
  failed,
  disputes,
}: PlacedOrderState): Placed => ({
  placed,
  placed_at,
  owner,
  handed_over,
  late,
  failed,
  disputes,
});

function paidOrder(state: PlacedOrderState, charge_id: ChargeId | null, at: Millis): PaidOrder {
  return {
    ...placedPart(state),
    phase: 'paid',
    charge_id,
    paid_at: at,
    refunded: ZERO,
    refunds: [],
    given_back: [],
    void_tickets: [],
    address_ref: state.placed.address_ref,
    province: state.placed.shipping?.province || null,
    address_changes: 0,
    remark_ref: state.placed.remark_ref,
    remark_changes: 0,
    creator_remark_ref: null,
    delivery: null,
  };
}

function evolvePaid(state: PaidOrder, event: DomainEvent, at: Millis): PaidOrder {
  switch (event.type) {
    case 'OrderRefunded': {
      const { out_trade_no: _, ...refund } = event.data;
      const { amount, units, ticket_ids } = refund;
      return {
        ...state,
        refunded: fenOf(state.refunded + amount),
        // A bank has taken its money already.
        refunds: [...state.refunds, { ...refund, sent: refund.by === 'dispute', by_hand: false }],
        given_back: [...state.given_back, ...units],
        void_tickets: [...state.void_tickets, ...ticket_ids],
      };
    }
    case 'RefundSent': {
      const { refund_id, reason } = event.data;
      const refunds = state.refunds.map((one) =>
        one.refund_id === refund_id ? { ...one, sent: true, by_hand: reason !== '' } : one,
      );
      return { ...state, refunds };
    }
    case 'OrderAddressSet': {
      const { address_ref, province, first } = event.data;
      return { ...state, address_ref, province, address_changes: state.address_changes + (first ? 0 : 1) };
    }
    case 'OrderShipped': {
      const { company_id, express_no } = event.data;
      const delivery = { company_id, express_no, shipped_at: at, state: 'processing' as const, moved_at: at };
      return { ...state, delivery };
    }
    case 'OrderDeliveryMoved': {
      if (state.delivery?.express_no !== event.data.express_no) return state;
      return { ...state, delivery: { ...state.delivery, state: event.data.state, moved_at: at } };
    }
    case 'OrderRemarkChanged':
      return { ...state, remark_ref: event.data.remark_ref, remark_changes: state.remark_changes + 1 };
    case 'OrderHandedOver':
      return { ...state, owner: event.data.to, handed_over: state.handed_over + 1 };
    case 'CreatorRemarkChanged':
      return { ...state, creator_remark_ref: event.data.remark_ref };
    default:
      return state;
  }
}

export function evolveOrder(state: OrderState, event: DomainEvent, at: Millis): OrderState {
  if (event.type === 'OrderPlaced') {
    const nothing = { handed_over: 0, late: [], failed: [], disputes: [] };
    return { phase: 'pending', placed: event.data, placed_at: at, owner: event.data.user_id, ...nothing };
  }
  if (state.phase === 'none') return state;
  switch (event.type) {
    case 'OrderPaid':
      return paidOrder(state, event.data.charge_id, at);
    case 'OrderCancelled': {
      const { reason } = event.data;
      return { ...placedPart(state), phase: 'cancelled', reason, cancelled_at: at };
    }
    case 'LatePaymentReceived': {
      const { charge_id, amount, reason } = event.data;
      return { ...state, late: [...state.late, { charge_id, amount, reason, returned: false }] };
    }
    case 'LatePaymentReturned': {
      const { charge_id } = event.data;
      const late = state.late.map((one) => (one.charge_id === charge_id ? { ...one, returned: true } : one));
      return { ...state, late };
    }
    case 'RefundFailed': {
      const { kind, refund_id, amount } = event.data;
      return { ...state, failed: [...state.failed, { kind, refund_id, amount, paid: false }] };
    }
    case 'FailedRefundPaid': {
      const { kind, refund_id } = event.data;
      const isIt = (one: FailedRefund) => one.kind === kind && one.refund_id === refund_id;
      return { ...state, failed: state.failed.map((one) => (isIt(one) ? { ...one, paid: true } : one)) };
    }
    case 'PaymentDisputed': {
      const { dispute_id, charge_id, amount } = event.data;
      return { ...state, disputes: [...state.disputes, { dispute_id, charge_id, amount, outcome: 'open' }] };
    }
    case 'PaymentDisputeClosed': {
      const { dispute_id, outcome } = event.data;
      const disputes = state.disputes.map((one) =>
        one.dispute_id === dispute_id ? { ...one, outcome } : one,
      );
      return { ...state, disputes };
    }
    default:
      return state.phase === 'paid' ? evolvePaid(state, event, at) : state;
  }
}

export const orderKind = streamKind<OrderState>('order', noOrder, evolveOrder, { shape: 7 });
