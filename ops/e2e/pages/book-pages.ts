import { call } from '#ops/actors/client.ts';
import { getTrialBalance, listLedger } from '#services/contract/books/books.ts';
import { listWithdrawals } from '#services/contract/withdrawals/finance-withdrawals.ts';
import type { Visitor } from '../visitor.ts';
import type { Page } from './page.ts';

const PAID = '2';
const COLLECTED = 'assets:psp:sandbox';

/** The pages of books, tracing, and proofs. */
export async function bookPages(visitor: Visitor): Promise<Page[]> {
  const { accounts } = await call(visitor, getTrialBalance, { users: 'each' });
  const own = accounts.find(({ account }) => account.endsWith(':available'));
  // The oldest orders are settled.
  const { total_count } = await call(visitor, listLedger, { account: COLLECTED });
  const last = Math.ceil(total_count / 100);
  const { list } = await call(visitor, listLedger, { account: COLLECTED, per_page: 100, page: last });
  const [oldest] = list.slice(-1);
  if (own === undefined || oldest === undefined) throw new Error('the demo has no books');
  const paid = await call(visitor, listWithdrawals, { status: PAID });
  const { account } = own;
  return [
    { name: 'ledger', path: '/finance/ledger' },
    { name: 'ledger-account', path: `/finance/ledger?account=${account}` },
    { name: 'ledger-days', path: `/finance/ledger?account=${COLLECTED}&page=${Math.ceil(total_count / 50)}` },
    { name: 'ledger-entry', path: `/finance/ledger?account=${account}&entry=${oldest.position}` },
    { name: 'trial-balance', path: '/finance/trial-balance' },
    { name: 'trial-balance-then', path: `/finance/trial-balance?users=each&as_of=${oldest.position}` },
    { name: 'audit', path: '/finance/audit' },
    { name: 'audit-proof', path: `/finance/audit?proof=${oldest.position}` },
    { name: 'trace', path: '/finance/trace' },
    { name: 'trace-order', path: `/finance/trace?out_trade_no=${oldest.out_trade_no}` },
    { name: 'trace-none', path: '/finance/trace?out_trade_no=2999' },
    ...paid.list.slice(0, 1).map(({ order_id }) => ({
      name: 'trace-withdrawal',
      path: `/finance/trace?withdrawal=${order_id}`,
    })),
  ];
}
