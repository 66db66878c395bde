import type { Pool } from 'pg';

interface Sums {
  collected: number;
  given_back: number;
  paid_out: number;
  psp: number;
  bank: number;
}

/** fen: what the sandbox's providers have in their own books, and what ours say of them. */
const SUMS = `
  SELECT (SELECT coalesce(sum(amount), 0) FROM sandbox.charges WHERE status = 'paid')::float8 AS collected,
         (SELECT coalesce(sum(amount), 0) FROM sandbox.refunds)::float8 AS given_back,
         (SELECT coalesce(sum(amount), 0) FROM sandbox.payouts WHERE status = 'accepted')::float8 AS paid_out,
         coalesce((SELECT debit - credit FROM rm.ledger_accounts WHERE account = 'assets:psp:sandbox'), 0)::float8 AS psp,
         coalesce((SELECT debit - credit FROM rm.ledger_accounts WHERE account = 'assets:bank'), 0)::float8 AS bank`;

/** Where the provider says otherwise than it did: our books keep what it said first. */
const DISPUTED = `
  SELECT coalesce(sum(CASE e.data->>'said' WHEN 'succeeded' THEN p.amount ELSE -p.amount END), 0)::float8 AS more
    FROM log.events e JOIN sandbox.payouts p ON p.payout_id = e.data->>'payout_id'
   WHERE e.type = 'PayoutDisputed'`;

/** Money that a creator asked for once, paid out by more than one payout: again, or by card after a failure. */
const PAID_TWICE = `
  WITH asked AS (
    SELECT data->>'withdrawal_id' AS id, coalesce(data->>'instead_of', data->>'withdrawal_id') AS first
      FROM log.events WHERE type = 'WithdrawalRequested')
  SELECT a.first FROM sandbox.payouts p JOIN asked a ON a.id = p.withdrawal_id
   WHERE p.status = 'accepted' GROUP BY a.first HAVING count(*) > 1`;

/** What is wrong by the books that the sandbox's providers keep themselves; when nothing is on its way. */
export async function providerFaults(pool: Pool): Promise<string[]> {
  const faults: string[] = [];
  const { rows } = await pool.query<Sums>(SUMS);
  const { rows: disputed } = await pool.query<{ more: number }>(DISPUTED);
  const { rows: twice } = await pool.query<{ first: string }>(PAID_TWICE);
  const [sums] = rows;
  if (!sums) throw new Error('a sum has a row');
  const { collected, given_back, paid_out, psp, bank } = sums;
  if (collected - given_back !== psp) {
    faults.push(`the provider holds ${collected - given_back}, by our books ${psp}`);
  }
  const paid = paid_out - (disputed[0]?.more ?? 0);
  if (paid !== -bank) faults.push(`${paid} was paid out by the provider, ${-bank} by our books`);
  for (const { first } of twice) faults.push(`withdrawal ${first} was paid twice`);
  return faults;
}
