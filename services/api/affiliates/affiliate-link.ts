import { isBundle, PLAN_STATUS, PRODUCT_TYPE } from '#events/status.ts';
import type { NamedPlan } from '#read-models/catalog/names.ts';

type Item = Pick<NamedPlan, 'plan_id' | 'status' | 'product_type' | 'can_buy_hide'>;

/** Path of a plan's own page; undefined for a sponsorship, and for what nobody can buy any more. */
function pageOf({ plan_id, status, product_type, can_buy_hide }: Item): string | undefined {
  const sold = status === PLAN_STATUS.normal || (status === PLAN_STATUS.hidden && can_buy_hide);
  if (!sold || product_type === PRODUCT_TYPE.sponsorship) return undefined;
  return `/${isBundle(product_type) ? 'bundle' : 'item'}/${encodeURIComponent(plan_id)}`;
}

/**
 * Where a code's link leads, with the code in it: to the item when the code holds for exactly one, else to the page of
 * whoever sells (docs/domain.md, Affiliates).
 * @param url_slug of the seller's page
 * @param items those that the code is for, undefined what the catalogue has not heard of yet; empty: everything
 */
export function affiliateLink(code: string, url_slug: string, items: readonly (Item | undefined)[]): string {
  const [only] = items.length === 1 ? items : [];
  const page = (only && pageOf(only)) ?? `/a/${encodeURIComponent(url_slug)}`;
  return `${page}?affiliate_code=${encodeURIComponent(code)}`;
}
