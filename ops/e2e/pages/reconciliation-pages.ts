import { call } from '#ops/actors/client.ts';
import { getSandboxStatement } from '#services/contract/books/sandbox-statement.ts';
import { listDifferences, uploadStatement } from '#services/contract/books/statements.ts';
import { hrefOf } from '#services/contract/endpoint.ts';
import type { Visitor } from '../visitor.ts';
import type { Page } from './page.ts';

/** The sandbox's account over the last month, as text; with a missing, a doubled and a wrong line. */
async function statement({ context }: Visitor): Promise<string> {
  const [from, to] = [31, 0].map((days) =>
    new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10),
  );
  const query = { from, to, missing: '2', doubled: '3', other_amount: '4' };
  const answer = await context.request.get(hrefOf(getSandboxStatement, query));
  const bad = 'txn_bad,2026-01-01T00:00:00Z,charge,,,1.00,0.00,2.00,CNY';
  return `${await answer.text()}${bad}\r\n`;
}

/** The demo's payments against a statement with every kind of error. */
export async function reconciliationPages(visitor: Visitor): Promise<Page[]> {
  const text = await statement(visitor);
  const { statement_id, position } = await call(visitor, uploadStatement, {
    text,
  });
  const { list } = await call(visitor, listDifferences, { open: 1, min_position: position });
  const [item] = list;
  if (item === undefined) throw new Error('the statement has nothing wrong');
  return [
    { name: 'reconciliation', path: '/finance/reconciliation' },
    { name: 'reconciliation-matched', path: '/finance/reconciliation?view=matched&provider=sandbox' },
    {
      name: 'reconciliation-days',
      path: '/finance/reconciliation?view=matched&from=2026-01-01&to=2026-12-31',
    },
    { name: 'reconciliation-none', path: '/finance/reconciliation?view=only_theirs&provider=stripe' },
    { name: 'reconciliation-search', path: `/finance/reconciliation?q=${item.reference}` },
    { name: 'reconciliation-item', path: `/finance/reconciliation?item=${item.difference_id}` },
    { name: 'reconciliation-statement', path: `/finance/reconciliation?statement=${statement_id}` },
    { name: 'reconciliation-then', path: `/finance/reconciliation?as_of=${position - 1}` },
  ];
}
