import { isSecondBeginning } from '#events/beginnings.ts';
import { sharesOf } from '#events/fees.ts';
import { NO_REFUND } from '#events/orders.ts';
import type { RecordedEvent } from '#events/recorded-event.ts';
import { ORDER_STATUS, REFUND_STATE, type RefundState } from '#events/status.ts';
import type { BusinessCalendar } from '#events/time.ts';
import { OutOfOrder } from '../engine/apply.ts';
import { foldMembership, laterOf, monthAfter } from './fold-membership.ts';
import { netOfRefund } from './order-facts.ts';
import type { SentRefund } from './refund-rows.ts';
import type { OrderIdentity, OrderProgress, OrderRow, RefundRow } from './tables.ts';
import { unitsOf } from './units.ts';

/** An order in its state after the batch. */
export interface ChangedOrder {
  order: OrderProgress & OrderIdentity;
  /** Its state before the batch; undefined: it is new. */
  before: OrderProgress | undefined;
}

export interface Folded {
  placed: OrderRow[];
  touched: ChangedOrder[];
  refunds: RefundRow[];
  /** Of refunds that were decided before the batch. */
  sent: SentRefund[];
}

function placedRow(event: RecordedEvent & { type: 'OrderPlaced' }, calendar: BusinessCalendar): OrderRow {
  const { data, metadata, version } = event;
  return {
    out_trade_no: data.out_trade_no,
    creator_id: data.creator_id,
    user_id: data.user_id,
    owner_id: data.user_id,
    plan_id: data.plan_id,
    plan_name: data.plan_name,
    product_type: data.product_type,
    lines: JSON.stringify(data.lines),
    month: data.month,
    show_amount: data.show_amount,
    discount: data.discount,
    shipping_fee: data.shipping_fee,
    total_amount: data.total_amount,
    net: sharesOf(data.total_amount, {
      affiliate_percent: data.affiliate?.rate_percent ?? 0,
      imported: metadata.imported === true,
    }).net,
    affiliate_code: data.affiliate?.code ?? null,
    partner_id: data.affiliate?.partner_id ?? null,
    affiliate_percent: data.affiliate?.rate_percent ?? 0,
    refunded: 0,
    refund_count: 0,
    refund_state: REFUND_STATE.none,
    returned: 0,
    member_from: null,
    member_until: null,
    member_back_at: null,
    status: ORDER_STATUS.pending,
    custom_order_id: data.custom_order_id,
    py_type: data.py_type,
    redeem_id: data.redeem?.redeem_id ?? null,
    cart_order_no: data.cart_order_no,
    bundle_count: data.bundle_count,
    is_upgrade: data.upgrade !== null,
    upgrade_days: data.upgrade?.left?.days ?? null,
    ticket_count: data.tickets.length,
    reply_units: data.reply_pools.reduce((sum, { units }) => sum + units, 0),
    imported: metadata.imported === true,
    remark_ref: data.remark_ref,
    remark_changes: 0,
    creator_remark_ref: null,
    need_address: data.need_address,
    address_ref: data.address_ref,
    address_changes: 0,
    shipped_at: null,
    company_id: null,
    express_no: null,
    delivery_state: null,
    units_back: 0,
    to_send: false,
    placed_at: metadata.at,
    placed_day: calendar.dayOf(metadata.at),
    paid_at: null,
    paid_day: null,
    sponsor_until: null,
    paid_position: null,
    maybe_first: false,
    expires_at: data.expires_at,
    version,
  };
}

/** A full refund returns all units; a free order is always returned in full. */
const refundStateOf = ({
  refund_count,
  refunded,
  total_amount,
}: OrderProgress & OrderIdentity): RefundState =>
  refund_count === 0 ? REFUND_STATE.none : refunded < total_amount ? REFUND_STATE.part : REFUND_STATE.full;

/** A paid order is not completely shipped (docs/domain/delivery.md). */
function isToSend(order: OrderProgress & OrderIdentity): boolean {
  const { status, need_address, imported, shipped_at, units_back } = order;
  if (status !== ORDER_STATUS.success || !need_address || imported || shipped_at !== null) return false;
  const units = unitsOf(order.lines);
  return refundStateOf(order) !== REFUND_STATE.full && (units === 0 || units_back < units);
}

/**
 * Folds a batch's events into the orders they belong to.
 * @param known earlier orders that the batch changes, by number; changed in place
 */
export function foldOrders(
  events: readonly RecordedEvent[],
  known: ReadonlyMap<string, OrderProgress & OrderIdentity>,
  calendar: BusinessCalendar,
): Folded {
  const placed: OrderRow[] = [];
  const refunds: RefundRow[] = [];
  const sent: SentRefund[] = [];
  const markSent = (of: Pick<SentRefund, 'out_trade_no' | 'refund_id'>, sent_at: number | null): void => {
    const { out_trade_no, refund_id } = of;
    const isIt = (one: Omit<SentRefund, 'sent_at'>) =>
      one.out_trade_no === out_trade_no && one.refund_id === refund_id;
    const here = refunds.find(isIt) ?? sent.find(isIt);
    if (here) here.sent_at = sent_at;
    else sent.push({ out_trade_no, refund_id, sent_at });
  };
  const touched = new Map<string, ChangedOrder>();

  /** The present state of the order; undefined if it was never placed. */
  const touch = (out_trade_no: string): ChangedOrder['order'] | undefined => {
    const entry = touched.get(out_trade_no);
    if (entry) return entry.order;
    const order = known.get(out_trade_no);
    if (order) touched.set(out_trade_no, { order, before: { ...order } });
    return order;
  };

  const nextOf = (out_trade_no: string, version: number): ChangedOrder['order'] => {
    const order = touch(out_trade_no);
    if (!order) throw new OutOfOrder(`orders: ${out_trade_no} has news but was never placed`);
    if (version !== order.version + 1) {
      throw new OutOfOrder(`orders: ${out_trade_no} goes from version ${order.version} to ${version}`);
    }
    order.version = version;
    return order;
  };

  for (const event of events) {
    const { at } = event.metadata;
    switch (event.type) {
      case 'OrderPlaced': {
        if (isSecondBeginning(event)) {
          nextOf(event.data.out_trade_no, event.version);
          break;
        }
        const order = placedRow(event, calendar);
        placed.push(order);
        touched.set(order.out_trade_no, { order, before: undefined });
        break;
      }
      case 'OrderPaid': {
        const order = nextOf(event.data.out_trade_no, event.version);
        order.status = ORDER_STATUS.success;
        order.paid_at = at;
        order.paid_day = calendar.dayOf(at);
        order.sponsor_until = laterOf(order.sponsor_until, monthAfter(order.paid_day));
        order.paid_position = event.position;
        break;
      }
      case 'OrderCancelled':
        nextOf(event.data.out_trade_no, event.version).status = ORDER_STATUS.cancelled;
        break;
      case 'OrderRefunded': {
        const { out_trade_no, refund_id, amount, refunded_before, units } = event.data;
        const order = nextOf(out_trade_no, event.version);
        order.refunded += amount;
        order.refund_count += 1;
        order.refund_state = refundStateOf(order);
        order.units_back += units.reduce((sum, { count }) => sum + count, 0);
        const { creator_id, plan_id } = order;
        const net = netOfRefund(order, amount, refunded_before);
        refunds.push({
          out_trade_no,
          refund_id,
          creator_id,
          plan_id,
          day: calendar.dayOf(at),
          at,
          decided_by: event.data.by,
          reason: event.data.reason,
          amount,
          net,
          units: JSON.stringify(units),
          ticket_count: event.data.ticket_ids.length,
          // The payer's bank has taken the money already.
          sent_at: event.data.by === 'dispute' ? at : null,
        });
        break;
      }
      case 'RefundSent':
        nextOf(event.data.out_trade_no, event.version);
        markSent(event.data, at);
        break;
      case 'RefundFailed':
      case 'FailedRefundPaid':
        nextOf(event.data.out_trade_no, event.version);
        if (event.data.kind === 'refund') markSent(event.data, event.type === 'RefundFailed' ? null : at);
        break;
      case 'PaymentDisputed':
      case 'PaymentDisputeClosed':
        nextOf(event.data.out_trade_no, event.version);
        break;
      case 'LatePaymentReceived':
        nextOf(event.data.out_trade_no, event.version);
        break;
      case 'OrderAddressSet': {
        const order = nextOf(event.data.out_trade_no, event.version);
        order.address_ref = event.data.address_ref;
        order.address_changes += event.data.first ? 0 : 1;
        break;
      }
      case 'OrderShipped': {
        const { out_trade_no, company_id, express_no } = event.data;
        const order = nextOf(out_trade_no, event.version);
        Object.assign(order, { company_id, express_no, shipped_at: at, delivery_state: 'processing' });
        break;
      }
      case 'OrderDeliveryMoved': {
        const order = nextOf(event.data.out_trade_no, event.version);
        if (order.express_no === event.data.express_no) order.delivery_state = event.data.state;
        break;
      }
      case 'OrderTermsAccepted':
        nextOf(event.data.out_trade_no, event.version);
        break;
      case 'OrderRemarkChanged': {
        const order = nextOf(event.data.out_trade_no, event.version);
        order.remark_ref = event.data.remark_ref;
        order.remark_changes += 1;
        break;
      }
      case 'OrderHandedOver':
        nextOf(event.data.out_trade_no, event.version).owner_id = event.data.to;
        break;
      case 'CreatorRemarkChanged':
        nextOf(event.data.out_trade_no, event.version).creator_remark_ref = event.data.remark_ref;
        break;
      case 'LatePaymentReturned':
        nextOf(event.data.out_trade_no, event.version).returned +=
          event.data.provider_refund_id === NO_REFUND ? 0 : event.data.amount;
        break;
      default:
        foldMembership(event, touch, calendar);
        break;
    }
  }
  for (const { order } of touched.values()) order.to_send = isToSend(order);
  return { placed, touched: [...touched.values()], refunds, sent };
}
