import type { OutTradeNo, PlanId, UserId } from '#events/ids.ts';
import { DEFAULT_CURRENCY, type Fen, toWire } from '#events/money.ts';
import type { OrderPlacedData } from '#events/order.ts';
import { orderStream, planStream, termsStream } from '#events/stream-names.ts';
import type { Millis } from '#events/time.ts';
import { accept, type Command, type Decided, refuse } from './command.ts';
import type { PlacedOrderState } from './order.ts';
import { type OrderChoice, type Quote, quoteFor } from './order-choice.ts';
import { holdStreams, takeHolds } from './order-holds.ts';
import { badInput, type Refusal } from './refusal.ts';

export interface PlaceOrder extends OrderChoice {
  /** From `orderNumber(user, key)`: the same key names the same order. */
  out_trade_no: OutTradeNo;
  user_id: UserId;
  plan_id: PlanId;
  /** The total that the fan was shown, in fen; another total now is refused with the new one. */
  total_amount?: Fen;
  py_type: string;
  provider: string;
  /** Reference of the remark in the vault; null when the fan wrote none. */
  remark_ref: string | null;
  custom_order_id: string;
  /** SHA-256 of what was asked, to tell a repeated key from a reused one. */
  request_hash: string;
  /** Seconds after which the unpaid order expires. */
  ttl_seconds: number;
  correlation_id?: string;
}

export interface PlacedOrder {
  order: PlacedOrderState;
  /** The order stood there already: nothing was written. */
  repeated: boolean;
}

/** What is refused of a good quote for this fan. */
function refusalFor(quote: Quote, input: PlaceOrder): Refusal | null {
  const { plan, price } = quote;
  if (plan.creator_id === input.user_id) return { code: 'not_allowed' };
  if (plan.offer.remark_required && input.remark_ref === null) return badInput('remark', { key: 'required' });
  if (input.total_amount !== undefined && input.total_amount !== price.total_amount) {
    return { code: 'price_changed', total_amount: toWire(price.total_amount) };
  }
  return null;
}

function placedData(input: PlaceOrder, quote: Quote, plan_version: number, now: Millis): OrderPlacedData {
  const { plan, month, lines, price } = quote;
  const { out_trade_no, user_id, plan_id, py_type, provider, remark_ref } = input;
  return {
    out_trade_no,
    creator_id: plan.creator_id,
    user_id,
    plan_id,
    plan_name: plan.offer.name,
    plan_version,
    product_type: plan.offer.product_type,
    lines: [...lines],
    month,
    show_amount: price.show_amount,
    discount: price.discount,
    shipping_fee: price.shipping_fee,
    total_amount: price.total_amount,
    currency: DEFAULT_CURRENCY,
    py_type,
    provider,
    remark_ref,
    custom_order_id: input.custom_order_id,
    request_hash: input.request_hash,
    expires_at: now + input.ttl_seconds * 1000,
  };
}

/**
 * Places an order: the price is decided against the plan as it is now, stock and allowance are held in the
 * same append. The same number with the same request gives the order that stands; with another request it
 * is refused (idempotency_key_reused). Refusals besides those of `quoteFor`: the creator's own plan
 * (not_allowed), a missing remark, price_changed, out_of_stock, purchase_limit_reached.
 */
export function placeOrder(input: PlaceOrder): Command<PlacedOrder> {
  const { out_trade_no, user_id, plan_id } = input;
  const stream = orderStream(out_trade_no);
  const plan_stream = planStream(plan_id);
  return {
    name: 'place_order',
    actor: `user:${user_id}`,
    correlation_id: input.correlation_id,
    streams: [stream, plan_stream],
    furtherStreams(states) {
      const plan = states.get('plan', plan_stream);
      if (plan.phase === 'none' || states.get('order', stream).phase !== 'none') return [];
      // Only the plan's own SKUs, once each: anything else is refused without a look at it.
      const asked = new Set<string>(input.lines.map(({ sku_id }) => sku_id));
      const lines = plan.skus.filter(({ sku_id }) => asked.has(sku_id)).map((sku) => ({ ...sku, count: 1 }));
      return [termsStream(plan.creator_id), ...holdStreams({ plan_id, user_id, lines })];
    },
    decide(states, now) {
      const before = states.get('order', stream);
      if (before.phase !== 'none') {
        const same = before.placed.request_hash === input.request_hash && before.placed.user_id === user_id;
        return same
          ? accept([], { order: before, repeated: true })
          : refuse({ code: 'idempotency_key_reused' });
      }
      const plan = states.get('plan', plan_stream);
      const terms =
        plan.phase === 'none'
          ? { discount_option: 0 as const }
          : states.get('terms', termsStream(plan.creator_id));
      const quoted = quoteFor(plan, terms, input);
      if (!quoted.ok) return refuse(quoted.refusal);
      const refusal = refusalFor(quoted.quote, input);
      if (refusal) return refuse(refusal);
      const placed = placedData(input, quoted.quote, states.versionOf(plan_stream), now);
      const held = takeHolds(states, quoted.quote.plan, placed, now);
      if (!held.ok) return refuse(held.refusal);
      const { creator_id } = placed;
      const order: Decided = { stream, creator_id, event: { type: 'OrderPlaced', data: placed } };
      // Holds first, the order last: a store that appends stream by stream leaves at worst a hold that expires.
      return accept([...held.events, order], {
        order: { phase: 'pending', placed, placed_at: now, late: [] },
        repeated: false,
      });
    },
  };
}
