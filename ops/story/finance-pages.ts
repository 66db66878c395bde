import type { Page } from './pages.ts';

/** The desk of finance. */
export const financePages = async (): Promise<Page[]> => [
  { name: 'finance', path: '/finance' },
  { name: 'finance-cards', path: '/finance/cards' },
];
