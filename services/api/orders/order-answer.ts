import type { Pool } from 'pg';
import type { z } from 'zod';
import { type Fen, times, toWire } from '#events/money.ts';
import { PRODUCT_TYPE } from '#events/status.ts';
import type { Millis } from '#events/time.ts';
import { plansNamed } from '#read-models/catalog/names.ts';
import { skuOf } from '#services/commerce/catalog/plan.ts';
import { type PlacedOrderState, statusOf } from '#services/commerce/orders/order.ts';
import { customPrice, type Price as QuotedPrice } from '#services/commerce/prices/price.ts';
import type { Quote } from '#services/commerce/prices/quote.ts';
import type { Price, pay, placedOrder } from '#services/contract/orders/orders.ts';

const seconds = (at: Millis): number => Math.floor(at / 1000);

const pricedAnswer = (price: QuotedPrice) => ({
  show_amount: toWire(price.show_amount),
  discount: toWire(price.discount),
  discount_percent: price.discount_percent,
  shipping_fee: toWire(price.shipping_fee),
  total_amount: toWire(price.total_amount),
  per_month: toWire(price.per_month),
  price_rule: price.pricing.rule,
  is_vip_price: price.pricing.vip,
});

/** @param names of plans, by id: of the ones that are replaced now or later */
export function priceAnswer(
  quote: Quote,
  names: ReadonlyMap<string, string> = new Map(),
  affiliate_applied: Price['affiliate_applied'] = 0,
): Price {
  const { plan, month, lines, price, upgrade, period, membership, bundle_count, shipping_unknown } = quote;
  const named = (plan_id: string) => ({ plan_id, name: names.get(plan_id) ?? '' });
  const after = membership?.after;
  return {
    ...pricedAnswer(price),
    plan_id: plan.plan_id,
    plan_name: plan.offer.name,
    product_type: plan.offer.product_type,
    month,
    is_upgrade: upgrade ? 1 : 0,
    upgrade_until: upgrade ? seconds(upgrade.until) : null,
    upgrade_days: upgrade?.left?.days ?? null,
    upgrade_amount: upgrade ? toWire(price.difference) : null,
    upgrade_from: upgrade && named(upgrade.from_plan),
    begin_time: after && period ? seconds(period.from) : null,
    end_time: period && period.until !== null ? seconds(period.until) : null,
    begin_after: after ? named(after) : null,
    shipping_unknown,
    bundle_count,
    affiliate_applied,
    lines: lines.map(({ sku_id, name, count, price: unit }) => {
      const plain = skuOf(plan, sku_id)?.price ?? unit;
      return {
        sku_id,
        name,
        count,
        price: toWire(unit),
        amount: toWire(times(unit, count)),
        show_price: toWire(plain),
        show_amount: toWire(times(plain, count)),
      };
    }),
  };
}

/** A custom amount: the amount itself. */
export const customAnswer = (amount: Fen, affiliate_applied: Price['affiliate_applied']): Price => ({
  ...pricedAnswer(customPrice(amount)),
  plan_id: '',
  plan_name: '',
  product_type: PRODUCT_TYPE.sponsorship,
  month: 1,
  is_upgrade: 0,
  upgrade_until: null,
  upgrade_days: null,
  upgrade_amount: null,
  upgrade_from: null,
  begin_time: null,
  end_time: null,
  begin_after: null,
  shipping_unknown: false,
  bundle_count: 0,
  affiliate_applied,
  lines: [],
});

export function placedAnswer(
  order: PlacedOrderState,
  where: z.output<typeof pay>,
  position: number,
): z.output<typeof placedOrder> {
  const { out_trade_no, total_amount, expires_at } = order.placed;
  return {
    out_trade_no,
    status: statusOf(order),
    total_amount: toWire(total_amount),
    expires_at: seconds(expires_at),
    position,
    pay: where,
  };
}

/** Names of the plans that the quoted ones replace, now or when they end, by id. */
export async function replacedNames(pool: Pool, quotes: readonly Quote[]): Promise<Map<string, string>> {
  const ids = new Set(
    quotes.flatMap(({ upgrade, membership }) => upgrade?.from_plan ?? membership?.after ?? []),
  );
  if (ids.size === 0) return new Map();
  const { rows } = await plansNamed(pool, { ids: [...ids] });
  return new Map(rows.map(({ plan_id, name }) => [plan_id, name]));
}
