import type { ParseKeys } from 'i18next';
import { CATEGORY_IDS } from '#services/contract/accounts/categories.ts';

export { CATEGORY_IDS };

/** The text key of a category's name; undefined for one that this application does not know. */
export function categoryLabel(category_id: string): ParseKeys<'shell'> | undefined {
  const known = CATEGORY_IDS.find((one) => one === category_id);
  return known === undefined ? undefined : `category.${known}`;
}
