import type { Page } from './page.ts';

/** The desk of finance. */
export const financePages = async (): Promise<Page[]> => [
  { name: 'finance', path: '/finance' },
  { name: 'finance-kind', path: '/finance?kind=refund_request' },
  { name: 'finance-withdrawals-search', path: '/finance/withdrawals?q=2999&attention=failed' },
  { name: 'finance-refunds', path: '/finance/refunds' },
  { name: 'finance-refund-none', path: '/finance/refunds?out_trade_no=2999' },
  { name: 'finance-cases', path: '/finance/cases' },
  { name: 'finance-all-orders', path: '/finance/orders?reason=ticket+17' },
  { name: 'finance-all-creators', path: '/finance/creators?reason=ticket+17' },
  { name: 'finance-cards', path: '/finance/cards' },
  { name: 'finance-exports', path: '/finance/exports' },
  { name: 'finance-exports-xlsx', path: '/finance/exports?format=xlsx&from=2020-01-01&to=2020-01-31' },
  { name: 'support-not-yours', path: '/support' },
];
