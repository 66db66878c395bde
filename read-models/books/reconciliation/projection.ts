import type { ClientBase } from 'pg';
import { PLATFORM } from '#events/ids.ts';
import type { RecordedEvent } from '#events/recorded-event.ts';
import type { Moved, Projection } from '../../engine/projection.ts';
import { insertRows } from '../../engine/rows.ts';
import { type FindOrders, orderFacts } from '../../orders/order-facts.ts';
import { type KnownFacts, takeFacts } from './facts.ts';
import { fold, rowsToLoad } from './fold.ts';
import type { Covered } from './item.ts';
import {
  NOW,
  RECONCILIATION_CLOSED_CHARGES,
  RECONCILIATION_CLOSED_DAYS,
  RECONCILIATION_ITEMS,
  RECONCILIATION_LINES,
  RECONCILIATION_REJECTED,
  RECONCILIATION_STATEMENTS,
  RECONCILIATION_WITHDRAWALS,
} from './tables.ts';
import { loadVersions } from './versions.ts';

type Imported = Extract<RecordedEvent, { type: 'StatementImported' }>;
type Reversed = Extract<RecordedEvent, { type: 'StatementReversed' }>;

/** The periods covered by each provider's statements, with adjacent ones joined. */
async function coverage(tx: ClientBase): Promise<Map<string, Covered[]>> {
  const { rows } = await tx.query<Covered & { provider: string }>(
    `SELECT provider, from_at::float8 AS from, to_at::float8 AS to FROM reconciliation_statements
      WHERE reversed_position IS NULL ORDER BY provider, from_at, to_at`,
  );
  const covered = new Map<string, Covered[]>();
  for (const { provider, from, to } of rows) {
    const known = covered.get(provider) ?? [];
    covered.set(provider, known);
    const last = known.at(-1);
    if (last && from <= last.to) last.to = Math.max(last.to, to);
    else known.push({ from, to });
  }
  return covered;
}

/** Columns of an item that a statement's period does not change. */
const COVERAGE_COLUMNS = Object.keys(RECONCILIATION_ITEMS.columns)
  .filter((name) => !['since', 'until', 'state', 'open'].includes(name))
  .join(', ');

/** An item of ours is missing only after a statement covers its time, which now happened. Open as by `isOpen`. */
async function cover(tx: ClientBase, { data, position }: Imported): Promise<void> {
  await tx.query(
    `WITH gone AS (
       UPDATE reconciliation_items SET until = $4
        WHERE until = ${NOW} AND state = 'awaited' AND provider = $1 AND due_at >= $2 AND due_at < $3
        RETURNING ${COVERAGE_COLUMNS})
     INSERT INTO reconciliation_items (${COVERAGE_COLUMNS}, since, until, state, open)
     SELECT ${COVERAGE_COLUMNS}, $4, ${NOW}, 'only_ours',
            NOT (resolved_position IS NOT NULL AND resolved_ours IS NOT DISTINCT FROM ours AND resolved_theirs IS NULL) FROM gone`,
    [data.provider, data.from, data.to, position],
  );
}

/** Missing items of the period wait for a statement again, if no other covers their time. */
async function uncover(tx: ClientBase, { data, position }: Reversed): Promise<void> {
  await tx.query(
    `WITH gone AS (
       UPDATE reconciliation_items i SET until = $4
        WHERE until = ${NOW} AND state = 'only_ours' AND provider = $1 AND due_at >= $2 AND due_at < $3
          AND NOT EXISTS (SELECT FROM reconciliation_statements s
                           WHERE s.provider = i.provider AND s.reversed_position IS NULL
                             AND s.from_at <= i.due_at AND s.to_at > i.due_at)
        RETURNING ${COVERAGE_COLUMNS})
     INSERT INTO reconciliation_items (${COVERAGE_COLUMNS}, since, until, state, open)
     SELECT ${COVERAGE_COLUMNS}, $4, ${NOW}, 'awaited', false FROM gone`,
    [data.provider, data.from, data.to, position],
  );
}

async function reverseStatement(tx: ClientBase, event: Reversed): Promise<void> {
  const { statement_id, by, reason } = event.data;
  await tx.query(
    `UPDATE reconciliation_statements
        SET reversed_position = $2, reversed_at = $3, reversed_by = $4, reversed_reason = $5
      WHERE statement_id = $1 AND reversed_position IS NULL`,
    [statement_id, event.position, event.metadata.at, by, reason],
  );
  await uncover(tx, event);
}

async function takeStatement(tx: ClientBase, event: Imported): Promise<void> {
  const { rejected, from: from_at, to: to_at, ...rest } = event.data;
  const uploaded_by = event.metadata.actor.replace(/^user:/, '');
  const uploaded_at = event.metadata.at;
  const row = {
    ...rest,
    from_at,
    to_at,
    uploaded_by,
    uploaded_at,
    position: event.position,
    reversed_position: null,
    reversed_at: null,
    reversed_by: null,
    reversed_reason: null,
  };
  await insertRows(tx, RECONCILIATION_STATEMENTS, [row]);
  const { statement_id } = rest;
  // Of an earlier import, if that was reversed.
  await tx.query('DELETE FROM reconciliation_rejected WHERE statement_id = $1', [statement_id]);
  await insertRows(
    tx,
    RECONCILIATION_REJECTED,
    rejected.map((one, nth) => ({ statement_id, nth, ...one })),
  );
  await cover(tx, event);
}

async function foldRun(events: readonly RecordedEvent[], facts: KnownFacts, tx: ClientBase): Promise<void> {
  if (events.length === 0) return;
  const touched = events.map((event) => rowsToLoad(event, facts));
  const ids = [...new Set(touched.flatMap((one) => one.ids))];
  if (ids.length === 0) return;
  const covered = await coverage(tx);
  const wanted = { ids, named: touched.flatMap((one) => one.named) };
  const versions = await loadVersions(tx, wanted, (provider) => covered.get(provider) ?? []);
  for (const event of events) fold(event, facts, versions);
  await versions.write(tx);
}

async function project(
  findOrders: FindOrders,
  events: readonly RecordedEvent[],
  tx: ClientBase,
): Promise<Moved> {
  const facts = await takeFacts(findOrders, events, tx);
  let run: RecordedEvent[] = [];
  for (const event of events) {
    if (event.type === 'MissingStatementClosed') {
      const { provider, day } = event.data;
      await insertRows(tx, RECONCILIATION_CLOSED_DAYS, [{ provider, day, position: event.position }]);
      continue;
    }
    if (event.type === 'UnclearPaymentClosed') {
      const { charge_id } = event.data;
      await insertRows(tx, RECONCILIATION_CLOSED_CHARGES, [{ charge_id, position: event.position }]);
      continue;
    }
    if (event.type !== 'StatementImported' && event.type !== 'StatementReversed') {
      run.push(event);
      continue;
    }
    await foldRun(run, facts, tx);
    run = [];
    if (event.type === 'StatementImported') await takeStatement(tx, event);
    else await reverseStatement(tx, event);
  }
  await foldRun(run, facts, tx);
  return { creators: new Set([PLATFORM]), users: new Set() };
}

/** Every move of money at a provider: our amount, the statements' amount, and whether they agree. */
export const reconciliation = (findOrders = orderFacts()): Projection => ({
  name: 'reconciliation',
  version: 10,
  types: [
    'OrderPlaced',
    'OrderPaid',
    'OrderRefunded',
    'RefundSent',
    'LatePaymentReceived',
    'LatePaymentReturned',
    'RefundFailed',
    'FailedRefundPaid',
    'WithdrawalRequested',
    'PayoutSent',
    'PayoutSucceeded',
    'PayoutDisputeClosed',
    'StatementLineRecorded',
    'StatementImported',
    'StatementReversed',
    'MissingStatementClosed',
    'UnclearPaymentClosed',
    'DifferenceResolved',
    'DifferenceReopened',
  ],
  whole: ['statement', 'statementline', 'missingstatement', 'unclearpayment', 'difference'],
  tables: [
    RECONCILIATION_ITEMS,
    RECONCILIATION_LINES,
    RECONCILIATION_STATEMENTS,
    RECONCILIATION_REJECTED,
    RECONCILIATION_CLOSED_DAYS,
    RECONCILIATION_CLOSED_CHARGES,
    RECONCILIATION_WITHDRAWALS,
  ],
  project: (events, tx) => project(findOrders, events, tx),
});
