import {
  type CartOrderNo,
  derivedHexId,
  type OutTradeNo,
  type PlanId,
  type SkuId,
  type UserId,
} from '#events/ids.ts';
import { DEFAULT_CURRENCY, type Fen, ZERO } from '#events/money.ts';
import { type OrderedTicket, type OrderLine, type OrderPlacedData, plainOrder } from '#events/orders.ts';
import { PRODUCT_TYPE } from '#events/status.ts';
import type { Millis } from '#events/time.ts';
import { badInput, isRefusal, type Refusal } from '#services/runtime/refusal.ts';
import { type OfferedPlan, skuOf } from '../catalog/plan.ts';
import { chosenOf, type OrderChoice } from '../prices/order-choice.ts';
import type { Quote } from '../prices/quote.ts';

/** All fields of an order's request, checked for form. */
export interface OrderInput extends OrderChoice {
  /** From `orderNumber(user, key)`: the same key names the same order. */
  out_trade_no: OutTradeNo;
  user_id: UserId;
  /** Empty for a custom amount. */
  plan_id: PlanId;
  /** The total that the fan was shown, in fen; another total now is refused with the new one. */
  total_amount?: Fen;
  py_type: string;
  provider: string;
  /** Reference of the remark in the vault; null when the fan wrote none. */
  remark_ref: string | null;
  /** Reference of the address in the vault. */
  address_ref?: string | null;
  redeem?: { code_id: string; redeem_id: string } | null;
  /** Identity records in the vault, one per ticket, by SKU. */
  holders?: readonly { sku_id: SkuId; holder_ref: string }[];
  custom_order_id: string;
  /** SHA-256 of the request, to distinguish a repetition from a reused key. */
  request_hash: string;
  /** Seconds after which the unpaid order expires. */
  ttl_seconds: number;
  cart_order_no?: CartOrderNo | null;
  /** From the fan's link; an invalid code is ignored. */
  affiliate_code?: string;
}

/** Maximum tickets of one order: each is a stream. */
const MOST_TICKETS = 100;

/** The round that a SKU admits to, as it is sold: later edits of the plan change no ticket. */
function roundOf(plan: OfferedPlan, sku: SkuId): Pick<OrderedTicket, 'round_id' | 'begin_time'> {
  const round_id = skuOf(plan, sku)?.round_id ?? null;
  const round = plan.offer.rounds.find((one) => one.round_id === round_id);
  return { round_id, begin_time: round?.begin_time ?? null };
}

/** One ticket per unit; ids follow from the order, so that deciding again names the same. */
function ticketsOf(
  plan: OfferedPlan,
  out_trade_no: OutTradeNo,
  lines: readonly Pick<OrderLine, 'sku_id' | 'count'>[],
  holders: NonNullable<OrderInput['holders']>,
): OrderedTicket[] {
  if (plan.offer.product_type !== PRODUCT_TYPE.ticket) return [];
  return lines.flatMap(({ sku_id, count }) => {
    const round = roundOf(plan, sku_id);
    const refs = holders.filter((holder) => holder.sku_id === sku_id).map(({ holder_ref }) => holder_ref);
    return Array.from({ length: count }, (_, n) => ({
      ticket_id: derivedHexId('ticket', out_trade_no, sku_id, String(n)),
      sku_id,
      holder_ref: refs[n] ?? null,
      ...round,
    }));
  });
}

/** Each ticket has a holder if the plan requires one, and only then; a limit of tickets per order. */
export function holdersRefusal({ plan, lines }: Quote, { holders = [] }: OrderInput): Refusal | null {
  if (plan.offer.product_type !== PRODUCT_TYPE.ticket) return null;
  const units = lines.reduce((sum, { count }) => sum + count, 0);
  if (units > MOST_TICKETS) {
    return badInput('sku', { key: 'out_of_range', min: '1', max: String(MOST_TICKETS) });
  }
  const message = { key: 'out_of_range' as const, min: String(units), max: String(units) };
  if (!plan.offer.need_identity && holders.length === 0) return null;
  if (holders.length === 0) return badInput('tickets', { key: 'required' });
  const fits = lines.every(
    ({ sku_id, count }) => holders.filter((holder) => holder.sku_id === sku_id).length === count,
  );
  return fits && holders.length === units ? null : badInput('tickets', message);
}

/** Pools that the order draws on: the plan's for months and bundles, otherwise each SKU's. */
function poolsOf(
  plan: OfferedPlan,
  lines: readonly Pick<OrderLine, 'sku_id' | 'count'>[],
  bundle_count: number,
): OrderPlacedData['reply_pools'] {
  const { offer, plan_id } = plan;
  const whole = offer.product_type === PRODUCT_TYPE.sponsorship ? 1 : bundle_count;
  const ofPlan = offer.reply.random_on && whole > 0 ? [{ pool_id: plan_id, units: whole }] : [];
  const ofSkus = lines.flatMap(({ sku_id, count }) =>
    skuOf(plan, sku_id)?.reply.random_on ? [{ pool_id: sku_id, units: count }] : [],
  );
  return [...ofPlan, ...ofSkus];
}

const UNDECIDED = {
  month: 0,
  show_amount: ZERO,
  discount: ZERO,
  shipping_fee: ZERO,
  total_amount: ZERO,
  pricing: { rule: 'plain', vip: false, month_percent: 0 },
  upgrade: null,
  shipping: null,
  affiliate: null,
} as const;

/** The fields of an order that are known before its price: they name its streams. */
function draft(
  input: OrderInput,
  plan: OfferedPlan,
  lines: OrderLine[],
  bundle_count: number,
  plan_version: number,
  now: Millis,
): OrderPlacedData {
  const { out_trade_no, user_id, plan_id, py_type, provider, remark_ref, holders = [] } = input;
  const { offer, creator_id } = plan;
  const { independent, permanent, price: monthly_price } = offer;
  const need_address = offer.need_address || offer.shipping_template_id !== null;
  return {
    ...UNDECIDED,
    out_trade_no,
    creator_id,
    user_id,
    plan_id,
    plan_name: offer.name,
    plan_version,
    product_type: offer.product_type,
    lines,
    currency: DEFAULT_CURRENCY,
    py_type,
    provider,
    remark_ref,
    custom_order_id: input.custom_order_id,
    request_hash: input.request_hash,
    expires_at: now + input.ttl_seconds * 1000,
    bundle_count,
    membership:
      offer.product_type === PRODUCT_TYPE.sponsorship ? { independent, permanent, monthly_price } : null,
    need_address,
    // An address is stored only if something is shipped.
    address_ref: need_address ? (input.address_ref ?? null) : null,
    redeem: input.redeem ?? null,
    tickets: ticketsOf(plan, out_trade_no, lines, holders),
    reply_pools: poolsOf(plan, lines, bundle_count),
    cart_order_no: input.cart_order_no ?? null,
  };
}

/** The order that would be placed if all of it is allowed; undefined when the choice itself is not. */
export function outlineOf(input: OrderInput, plan: OfferedPlan): OrderPlacedData | undefined {
  const chosen = chosenOf(plan, input);
  if (isRefusal(chosen)) return undefined;
  const lines = chosen.lines.map(({ sku: { sku_id, name, price, of_plan }, count }) => {
    return { sku_id, name, price, count, of_plan };
  });
  return draft(input, plan, lines, chosen.bundle_count, 0, 0);
}

/** The order as it is placed, from the quote that decided its price. */
export function orderedFrom(
  input: OrderInput,
  quote: Quote,
  plan_version: number,
  affiliate: OrderPlacedData['affiliate'],
  now: Millis,
): OrderPlacedData {
  const { plan, month, lines, price, bundle_count, membership, upgrade, shipping } = quote;
  return {
    ...draft(input, plan, [...lines], bundle_count, plan_version, now),
    month,
    membership,
    show_amount: price.show_amount,
    discount: price.discount,
    shipping_fee: price.shipping_fee,
    total_amount: price.total_amount,
    pricing: price.pricing,
    upgrade,
    shipping,
    affiliate,
  };
}

/** A custom amount for a creator, without a plan. */
export function customOrder(
  input: OrderInput,
  creator_id: UserId,
  amount: Fen,
  affiliate: OrderPlacedData['affiliate'],
  now: Millis,
): OrderPlacedData {
  const { out_trade_no, user_id, plan_id, py_type, provider, remark_ref } = input;
  return {
    ...UNDECIDED,
    ...plainOrder,
    out_trade_no,
    creator_id,
    user_id,
    plan_id,
    plan_name: '',
    plan_version: NO_PLAN,
    product_type: PRODUCT_TYPE.sponsorship,
    lines: [],
    month: 1,
    show_amount: amount,
    total_amount: amount,
    currency: DEFAULT_CURRENCY,
    py_type,
    provider,
    remark_ref,
    custom_order_id: input.custom_order_id,
    request_hash: input.request_hash,
    expires_at: now + input.ttl_seconds * 1000,
    pricing: { rule: 'custom', vip: false, month_percent: 0 },
    cart_order_no: input.cart_order_no ?? null,
    affiliate,
  };
}

/** Version of an order that was not decided against any plan. */
export const NO_PLAN = -1;
