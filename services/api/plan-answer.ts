import { fenOf, times, toWire } from '#events/money.ts';
import type { PlanOffer, PurchaseLimit, SkuOffer } from '#events/plan.ts';
import { planStream, stockStream } from '#events/stream-names.ts';
import type { CatalogPlan } from '#read-models/catalog/queries.ts';
import type { States } from '#services/commerce/command.ts';
import type { OfferedPlan } from '#services/commerce/plan.ts';
import { unitsLeft } from '#services/commerce/stock.ts';
import type { Plan, Sku } from './contract/plans.ts';

/** A plan wherever it was read: from the catalogue, or from the streams themselves. */
interface ShownPlan {
  plan_id: string;
  creator_id: string;
  status: number;
  version: number;
  /** Unix seconds */
  update_time: number;
  offer: PlanOffer;
  /** `left` null: unlimited */
  skus: readonly (SkuOffer & { left: number | null })[];
  sold_count: number;
}

const limitAnswer = (limit: PurchaseLimit | null): Sku['product_purchase_limit'] =>
  limit && { purchase_limit_count: limit.count, purchase_limit_days: limit.days };

export const skuAnswer = (sku: SkuOffer, left: number | null): Sku => ({
  sku_id: sku.sku_id,
  name: sku.name,
  price: toWire(sku.price),
  pic: sku.pic,
  stock: left ?? '',
  product_purchase_limit: limitAnswer(sku.purchase_limit),
});

/** Lowest price at which anything of it can be bought: the cheapest SKU, or one period. */
function floorPrice({ offer, skus }: Pick<ShownPlan, 'offer' | 'skus'>): string {
  if (skus.length > 0) return toWire(fenOf(Math.min(...skus.map(({ price }) => price))));
  const { price, pay_month, favorable_price } = offer;
  return toWire(favorable_price ?? times(price, pay_month));
}

export function planAnswerOf(shown: ShownPlan | CatalogPlan): Plan {
  const { offer } = shown;
  return {
    plan_id: shown.plan_id,
    user_id: shown.creator_id,
    name: offer.name,
    desc: offer.desc,
    pic: offer.pic,
    price: toWire(offer.price),
    floor_price: floorPrice(shown),
    product_type: offer.product_type,
    status: shown.status,
    pay_month: offer.pay_month,
    favorable_price: offer.favorable_price === null ? '' : toWire(offer.favorable_price),
    independent: offer.independent,
    permanent: offer.permanent,
    need_address: offer.need_address,
    can_buy_hide: offer.can_buy_hide,
    purchase_limit_type: offer.purchase_limit_type,
    product_purchase_limit: limitAnswer(offer.purchase_limit),
    config: {
      remark_name: offer.remark_name,
      remark_placeholder: offer.remark_placeholder,
      remark_required: offer.remark_required,
    },
    rank: offer.rank,
    sku: shown.skus.map((sku) => skuAnswer(sku, sku.left)),
    version: shown.version,
    update_time: shown.update_time,
    sold_count: shown.sold_count,
  };
}

/**
 * A plan from its own streams: exact at once. The states must hold the plan's stream and the stock of its SKUs.
 * @param orders paid orders of a sponsorship plan, which no stream counts
 */
export function exactPlan(states: States, plan: OfferedPlan, orders: number): Plan {
  const skus = plan.skus.toSorted((one, other) => other.rank - one.rank);
  const stocks = skus.map(({ sku_id }) => states.get('stock', stockStream(sku_id)));
  const units = stocks.reduce((sold, stock) => sold + stock.sold, 0);
  return planAnswerOf({
    ...plan,
    version: states.versionOf(planStream(plan.plan_id)),
    update_time: Math.floor(plan.updated_at / 1000),
    skus: skus.map((sku, at) => {
      const stock = stocks[at];
      return { ...sku, left: stock === undefined ? null : unitsLeft(stock) };
    }),
    sold_count: plan.offer.product_type === 0 ? orders : units,
  });
}
