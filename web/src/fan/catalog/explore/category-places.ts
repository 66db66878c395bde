/** What is shown: creators by their score, those who came last, those near a goal, or posts. */
export const EXPLORE_VIEWS = ['hot', 'new', 'goal', 'posts'] as const;
export type ExploreView = (typeof EXPLORE_VIEWS)[number];

/** Categories with a page of their own (overview specification 2). */
const CATEGORY_PAGES = { comic: '/cartoon', music: '/music' } as const;

type PageCategory = keyof typeof CATEGORY_PAGES;

const isPageCategory = (category: string): category is PageCategory => category in CATEGORY_PAGES;

/** The page of a category; undefined for one that is a filter of /explore. */
export const pageOfCategory = (category: string | undefined) =>
  category !== undefined && isPageCategory(category) ? CATEGORY_PAGES[category] : undefined;
