import { isBundle, PLAN_STATUS, PRODUCT_TYPE } from '#events/status.ts';
import type { NamedPlan } from '#read-models/catalog/names.ts';
import { isHiddenFromBuyers } from '#services/commerce/catalog/on-sale.ts';

type Item = Pick<NamedPlan, 'plan_id' | 'status' | 'product_type' | 'can_buy_hide'>;

/** Path of a plan's page; undefined for a sponsorship, and for a plan that cannot be bought. */
function pageOf(item: Item): string | undefined {
  const { plan_id, status, product_type } = item;
  const sold = status !== PLAN_STATUS.deleted && !isHiddenFromBuyers(status, item);
  if (!sold || product_type === PRODUCT_TYPE.sponsorship) return undefined;
  return `/${isBundle(product_type) ? 'bundle' : 'item'}/${encodeURIComponent(plan_id)}`;
}

/**
 * The link of a code: to the item if the code applies to exactly one, else to the seller's page
 * (docs/domain/affiliates.md).
 * @param url_slug slug of the seller's page
 * @param items plans of the code, undefined if not in the catalogue yet; empty: all plans
 */
export function affiliateLink(code: string, url_slug: string, items: readonly (Item | undefined)[]): string {
  const [only] = items.length === 1 ? items : [];
  const page = (only && pageOf(only)) ?? `/a/${encodeURIComponent(url_slug)}`;
  return `${page}?affiliate_code=${encodeURIComponent(code)}`;
}
