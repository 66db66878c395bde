import type { Pool } from 'pg';

interface Sums {
  collected: number;
  given_back: number;
  paid_out: number;
  /** The stated outgoing amount, negative: fees, transfers to our bank, payouts to creators. */
  fees: number;
  transferred: number;
  paid: number;
  /** Write-offs by finance: of payments and refunds, and of payouts. */
  given_up: number;
  given_up_payouts: number;
  psp: number;
  bank: number;
}

/** Of each payout by our events: 1 when it counts as paid, and whether a dispute of it is open. */
const TOLD = `told AS (
    SELECT data->>'payout_id' AS payout_id,
           sum(CASE WHEN type = 'PayoutSucceeded' OR data->>'moves' IN ('charged', 'paid') THEN 1
                    WHEN data->>'moves' = 'returned' THEN -1 ELSE 0 END) AS paid,
           count(*) FILTER (WHERE type = 'PayoutDisputed')
             > count(*) FILTER (WHERE type = 'PayoutDisputeClosed') AS disputed
      FROM log.events
     WHERE type IN ('PayoutSent', 'PayoutSucceeded', 'PayoutDisputed', 'PayoutDisputeClosed') GROUP BY 1)`;

/** fen: what the provider collected and gave back, what of its payouts we know as paid, its lines, and our books. */
const SUMS = `
  WITH ${TOLD}, lines AS (
    SELECT data->>'kind' AS kind, (data->>'amount')::bigint AS amount, (data->>'fee')::bigint AS fee
      FROM log.events WHERE type = 'StatementLineRecorded'),
  given_up AS (
    SELECT data->>'kind' AS kind, coalesce((data->>'written_off')::bigint, -(data->>'written_back')::bigint) AS amount
      FROM log.events WHERE type IN ('DifferenceResolved', 'DifferenceReopened'))
  SELECT (SELECT coalesce(sum(fee), 0) FROM lines)::float8 AS fees,
         (SELECT coalesce(sum(amount), 0) FROM lines WHERE kind = 'transfer')::float8 AS transferred,
         (SELECT coalesce(sum(amount), 0) FROM lines WHERE kind = 'payout')::float8 AS paid,
         (SELECT coalesce(sum(amount), 0) FROM given_up WHERE kind <> 'payout')::float8 AS given_up,
         (SELECT coalesce(sum(amount), 0) FROM given_up WHERE kind = 'payout')::float8 AS given_up_payouts,
         (SELECT coalesce(sum(amount), 0) FROM sandbox.charges WHERE status = 'paid')::float8 AS collected,
         (SELECT coalesce(sum(amount), 0) FROM sandbox.refunds)::float8 AS given_back,
         (SELECT coalesce(sum(p.amount * told.paid), 0)
            FROM sandbox.payouts p JOIN told USING (payout_id))::float8 AS paid_out,
         coalesce((SELECT debit - credit FROM rm.ledger_accounts WHERE account = 'assets:psp:sandbox'), 0)::float8 AS psp,
         coalesce((SELECT debit - credit FROM rm.ledger_accounts WHERE account = 'assets:bank'), 0)::float8 AS bank`;

/** Payouts whose state differs between the provider and us, without a dispute. */
const DIFFERING = `
  WITH ${TOLD}
  SELECT payout_id FROM sandbox.payouts p FULL JOIN told USING (payout_id)
   WHERE (p.status = 'accepted') IS DISTINCT FROM (told.paid = 1) AND NOT coalesce(told.disputed, false)`;

/** Money of one withdrawal paid by several payouts: by a retry, or by card after a failure. */
const PAID_TWICE = `
  WITH asked AS (
    SELECT data->>'withdrawal_id' AS id, coalesce(data->>'instead_of', data->>'withdrawal_id') AS first
      FROM log.events WHERE type = 'WithdrawalRequested')
  SELECT a.first FROM sandbox.payouts p JOIN asked a ON a.id = p.withdrawal_id
   WHERE p.status = 'accepted' GROUP BY a.first HAVING count(*) > 1`;

/** Errors by the books of the sandbox's providers, without running work. */
export async function providerFaults(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<Sums>(SUMS);
  const { rows: differing } = await pool.query<{ payout_id: string }>(DIFFERING);
  const { rows: twice } = await pool.query<{ first: string }>(PAID_TWICE);
  const [sums] = rows;
  if (!sums) throw new Error('a sum has a row');
  const { collected, given_back, paid_out, fees, transferred, paid, psp, bank } = sums;
  const holds = collected - given_back - fees + transferred + paid + sums.given_up;
  const banked = sums.given_up_payouts - paid_out - transferred - paid;
  const faults: string[] = [];
  if (holds !== psp) faults.push(`the provider holds ${holds}, by our books ${psp}`);
  if (banked !== bank) faults.push(`the bank holds ${banked}, by our books ${bank}`);
  for (const { payout_id } of differing) faults.push(`payout ${payout_id} has another state at the provider`);
  for (const { first } of twice) faults.push(`withdrawal ${first} was paid twice`);
  return faults;
}
