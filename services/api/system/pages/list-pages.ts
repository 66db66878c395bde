import { CATEGORY_IDS } from '#services/contract/accounts/categories.ts';

/** Categories that have a page of their own (web/src/fan/catalog/explore/category-places.ts). */
const OWN_PAGES: Readonly<Record<string, string>> = { comic: '/cartoon', music: '/music' };

/** Those that are a part of /explore. */
export const LISTED_CATEGORIES = CATEGORY_IDS.filter((category) => OWN_PAGES[category] === undefined);

/** Addresses of the pages that list creators and posts. */
export const LIST_PAGES: readonly string[] = [
  '/',
  '/explore',
  ...Object.values(OWN_PAGES),
  ...LISTED_CATEGORIES.map((category) => `/explore?category=${category}`),
  '/feed',
];
