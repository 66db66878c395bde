import type { Pool } from 'pg';
import {
  itemsListed,
  type ReconciledItem,
  type StateTotal,
} from '#read-models/books/reconciliation/queries.ts';
import type { Stated } from './statement-desk.ts';
import type { World } from './world.ts';

const DIFFERENCES = ['only_ours', 'only_theirs', 'differs'] as const;
const ALL = 1_000_000;

/** Every difference must have a known cause: a planted error, or a payout with a changed answer. */
function unexplained(list: readonly ReconciledItem[], known: ReadonlySet<string>): string[] {
  return list.flatMap(({ kind, reference, state, resolved_reason }) => {
    if (!known.has(reference)) return [`${kind} ${reference} is ${state}, without a planted error`];
    return resolved_reason === null ? [`${kind} ${reference} is ${state}, without a resolution`] : [];
  });
}

async function minds(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ payout_id: string }>(
    `SELECT DISTINCT data->>'payout_id' AS payout_id FROM log.events WHERE type = 'PayoutDisputed'`,
  );
  return rows.map(({ payout_id }) => payout_id);
}

const waiting = ({ state, count, open }: StateTotal): string[] => [
  ...(state === 'awaited' && count > 0 ? [`${count} moves of money wait for a statement`] : []),
  ...(open > 0 ? [`${open} differences (${state}) are open`] : []),
];

/** Errors after all statements: differences that are neither matched nor resolved, and unbooked fees. */
export async function statementFaults({ pool }: World, stated: Stated): Promise<string[]> {
  const found = await itemsListed(pool, { states: DIFFERENCES, limit: ALL, offset: 0 });
  const { rows: booked } = await pool.query<{ fees: number }>(
    `SELECT coalesce(sum(debit - credit), 0)::float8 AS fees FROM rm.ledger_accounts WHERE account = 'expenses:psp-fee'`,
  );
  const fees = booked[0]?.fees ?? 0;
  return [
    ...stated.faults,
    ...found.totals.flatMap(waiting),
    ...unexplained(found.list, new Set([...stated.wrongly, ...(await minds(pool))])),
    ...(fees === stated.fees ? [] : [`the provider kept ${stated.fees} in fees, by our books ${fees}`]),
  ];
}
