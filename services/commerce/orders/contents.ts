import { derivedHexId, type SkuId } from '#events/ids.ts';
import type { OrderedTicket, OrderPlacedData } from '#events/orders.ts';
import { PRODUCT_TYPE } from '#events/status.ts';
import type { OrderContents } from '#services/commerce/engine/order-effect.ts';
import { badInput, type Refusal } from '#services/runtime/refusal.ts';
import { type OfferedPlan, skuOf } from '../catalog/plan.ts';
import type { Choice } from '../prices/choice.ts';
import type { OrderInput } from './order-input.ts';

/** Maximum tickets of one order: each is a stream. */
const MAX_TICKETS = 100;

type Lines = OrderContents['lines'];

/** The round that a SKU admits to, as it is sold: later edits of the plan change no ticket. */
function roundOf(plan: OfferedPlan, sku: SkuId): Pick<OrderedTicket, 'round_id' | 'begin_time'> {
  const round_id = skuOf(plan, sku)?.round_id ?? null;
  const round = plan.offer.rounds.find((one) => one.round_id === round_id);
  return { round_id, begin_time: round?.begin_time ?? null };
}

/** One ticket per unit; ids follow from the order, so that deciding again names the same. */
function ticketsOf(
  plan: OfferedPlan,
  lines: Lines,
  { out_trade_no, holders = [] }: OrderInput,
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

/** Pools that the order draws on: the plan's for months and bundles, otherwise each SKU's. */
function poolsOf(plan: OfferedPlan, lines: Lines, bundle_count: number): OrderPlacedData['reply_pools'] {
  const { offer, plan_id } = plan;
  const whole = offer.product_type === PRODUCT_TYPE.sponsorship ? 1 : bundle_count;
  const ofPlan = offer.reply.random_on && whole > 0 ? [{ pool_id: plan_id, units: whole }] : [];
  const ofSkus = lines.flatMap(({ sku_id, count }) =>
    skuOf(plan, sku_id)?.reply.random_on ? [{ pool_id: sku_id, units: count }] : [],
  );
  return [...ofPlan, ...ofSkus];
}

/** What an order of this choice consists of. */
export function contentsOf(plan: OfferedPlan, choice: Choice, input: OrderInput): OrderContents {
  const { out_trade_no, user_id, redeem = null } = input;
  const { plan_id, creator_id, offer } = plan;
  const { bundle_count } = choice;
  const { independent, permanent, price: monthly_price } = offer;
  const lines = choice.lines.map(({ sku: { sku_id }, count }) => ({ sku_id, count }));
  return {
    out_trade_no,
    creator_id,
    user_id,
    plan_id,
    lines,
    bundle_count,
    membership:
      offer.product_type === PRODUCT_TYPE.sponsorship ? { independent, permanent, monthly_price } : null,
    redeem,
    tickets: ticketsOf(plan, lines, input),
    reply_pools: poolsOf(plan, lines, bundle_count),
  };
}

/** Each ticket has a holder if the plan requires one, and only then; a limit of tickets per order. */
export function holdersRefusal(
  { offer }: OfferedPlan,
  lines: Lines,
  { holders = [] }: OrderInput,
): Refusal | null {
  if (offer.product_type !== PRODUCT_TYPE.ticket) return null;
  const units = lines.reduce((sum, { count }) => sum + count, 0);
  if (units > MAX_TICKETS) {
    return badInput('sku', { key: 'out_of_range', min: '1', max: String(MAX_TICKETS) });
  }
  const message = { key: 'out_of_range' as const, min: String(units), max: String(units) };
  if (!offer.need_identity && holders.length === 0) return null;
  if (holders.length === 0) return badInput('tickets', { key: 'required' });
  const fits = lines.every(
    ({ sku_id, count }) => holders.filter((holder) => holder.sku_id === sku_id).length === count,
  );
  return fits && holders.length === units ? null : badInput('tickets', message);
}
