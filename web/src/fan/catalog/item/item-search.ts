import { useSearch } from '@tanstack/react-router';
import { affiliateIn, customOrderIn, textIn } from '../../../shell/search.ts';
import { type BoughtFor, boughtFor } from '../../content/bought-for.ts';

/** The values of an item's address that continue to the order (commerce specification 2). */
export interface ItemSearch extends BoughtFor {
  remark?: string | undefined;
  custom_order_id?: string | undefined;
  affiliate_code?: string | undefined;
}

export const itemSearch = (search: Record<string, unknown>): ItemSearch => ({
  remark: textIn(search, 'remark'),
  custom_order_id: customOrderIn(search),
  affiliate_code: affiliateIn(search),
  ...boughtFor(search),
});

/** The order's fields from the address; without missing ones. */
export function useCarriedOn(): ItemSearch {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const carried = Object.entries(itemSearch(search)).filter(([, text]) => text !== undefined);
  return Object.fromEntries(carried);
}
