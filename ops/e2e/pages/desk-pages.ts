import { call } from '#ops/actors/client.ts';
import type { InputOf } from '#services/contract/endpoint.ts';
import { listSettlementMonths } from '#services/contract/income/calls.ts';
import { listSettlements } from '#services/contract/income/settlements.ts';
import { listWithdrawals } from '#services/contract/withdrawals/finance-withdrawals.ts';
import type { Visitor } from '../visitor.ts';
import type { Page } from './page.ts';

/** Finance's attention, settlements and withdrawals; now, and at the end of a month. */
export async function deskPages(visitor: Visitor): Promise<Page[]> {
  const months = await call(visitor, listSettlementMonths);
  const settled = months.list.find(({ settled_count }) => settled_count > 0);
  if (settled === undefined) throw new Error('the demo has settled no month');
  const { month } = settled;
  const { list } = await call(visitor, listSettlements, { month });
  const one = async (name: string, status: InputOf<typeof listWithdrawals>['status']): Promise<Page[]> => {
    const found = await call(visitor, listWithdrawals, { status, per_page: 1 });
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
    ...(await one('withdrawal-waiting', '1')),
    ...(await one('withdrawal-failed', 'failed')),
    ...(await one('withdrawal-paid', '2')),
  ];
}
