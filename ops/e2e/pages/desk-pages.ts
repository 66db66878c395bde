import type { SettlementMonths, Settlements } from '#services/contract/income/calls.ts';
import type { FinanceWithdrawals } from '#services/contract/withdrawals/finance-withdrawals.ts';
import { call } from '../people.ts';
import type { Visitor } from '../visitor.ts';
import type { Page } from './page.ts';

/** Finance's attention, settlements and withdrawals; now, and at the end of a month. */
export async function deskPages(visitor: Visitor): Promise<Page[]> {
  const months = await call<SettlementMonths>(visitor, '/api/finance/settlement-months');
  const settled = months.list.find(({ settled_count }) => settled_count > 0);
  if (settled === undefined) throw new Error('the demo has settled no month');
  const { month } = settled;
  const { list } = await call<Settlements>(visitor, `/api/finance/settlements?month=${month}`);
  const one = async (name: string, query: string): Promise<Page[]> => {
    const found = await call<FinanceWithdrawals>(visitor, `/api/finance/withdrawals?${query}&per_page=1`);
    const path = `/finance/withdrawals?withdrawal=`;
    return found.list.map(({ order_id }) => ({ name, path: `${path}${order_id}` }));
  };
  return [
    { name: 'desk-then', path: `/finance?as_of=${month}-28` },
    { name: 'desk-total', path: '/finance?total=available' },
    { name: 'settlement-months', path: '/finance/settlements' },
    { name: 'settlements', path: `/finance/settlements/${month}` },
    { name: 'settlements-none', path: '/finance/settlements/2020-01' },
    ...list.slice(0, 1).map(({ user_id }) => ({
      name: 'settlement',
      path: `/finance/settlements/${month}?user=${user_id}`,
    })),
    { name: 'withdrawals', path: '/finance/withdrawals' },
    { name: 'withdrawals-then', path: `/finance/withdrawals?as_of=${month}-28` },
    { name: 'withdrawals-none', path: '/finance/withdrawals?status=8' },
    ...(await one('withdrawal-waiting', 'status=1')),
    ...(await one('withdrawal-failed', 'status=failed')),
    ...(await one('withdrawal-paid', 'status=2')),
  ];
}
