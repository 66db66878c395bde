import { PRODUCT_TYPE } from '#events/status.ts';
import type { RedeemOffer } from '#services/contract/redeem/calls.ts';
import { leftOfSku } from '../catalog/item/stock-left.ts';

/** Units by SKU. */
export type Counts = Readonly<Record<string, number>>;

/** How many the fan chooses: one model of goods and tickets, N of a bundle; 0 where nothing is to be chosen. */
export function toChoose({ plan, sku_id }: Pick<RedeemOffer, 'plan' | 'sku_id'>): number {
  switch (plan.product_type) {
    case PRODUCT_TYPE.goods:
    case PRODUCT_TYPE.ticket:
      return sku_id === '' ? 1 : 0;
    case PRODUCT_TYPE.choice_bundle:
      return plan.bundle_sku_select_count === '' ? 0 : plan.bundle_sku_select_count;
    default:
      return 0;
  }
}

/** The choice at first: the only model that can be chosen, if there is just one. */
export function firstCounts(offer: Pick<RedeemOffer, 'plan' | 'sku_id'>): Counts {
  if (toChoose(offer) !== 1) return {};
  const [only, ...others] = offer.plan.sku.filter((sku) => leftOfSku(sku) > 0);
  return only === undefined || others.length > 0 ? {} : { [only.sku_id]: 1 };
}

export const chosenOf = (counts: Counts): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0);

/** The choice for the request; undefined without a choice. */
export function skuLines(counts: Counts): { sku_id: string; count: number }[] | undefined {
  const lines = Object.entries(counts).flatMap(([sku_id, count]) => (count > 0 ? [{ sku_id, count }] : []));
  return lines.length === 0 ? undefined : lines;
}
