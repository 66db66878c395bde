import type { Pool } from 'pg';
import { derivedHexId } from '#events/ids.ts';
import type { BusinessCalendar, Millis } from '#events/time.ts';
import { addDays } from '#events/time.ts';

/** Of a payment the sandbox keeps 0.6 %, rounded half up; of a payout 0.20. */
const CHARGE_FEE = 'floor((amount * 6 + 500) / 1000)::bigint';
const PAYOUT_FEE = 20;
const LINES_AT_ONCE = 5_000;

/** A move of the account that the sandbox holds for us, in fen; out of it is below zero. */
export interface SandboxLine {
  line_id: string;
  at: Millis;
  kind: 'charge' | 'refund' | 'payout' | 'transfer';
  /** Our id; empty for a transfer. */
  reference: string;
  provider_reference: string;
  amount: number;
  fee: number;
}

const MOVES = `
  SELECT 'charge' AS kind, charge_id AS reference, '' AS theirs, paid_at AS at, amount, ${CHARGE_FEE} AS fee
    FROM sandbox.charges WHERE status = 'paid'
  UNION ALL
  SELECT 'refund', refund_id, provider_refund_id, created_at, -amount, 0 FROM sandbox.refunds
  UNION ALL
  SELECT 'payout', payout_id, provider_reference, settles_at, -amount, ${PAYOUT_FEE}
    FROM sandbox.payouts WHERE status = 'accepted'`;

interface MoveRow {
  kind: 'charge' | 'refund' | 'payout';
  reference: string;
  theirs: string;
  at: number;
  amount: number;
  fee: number;
}

const lineOf = ({ kind, reference, theirs, at, amount, fee }: MoveRow): SandboxLine => ({
  line_id: `txn_${derivedHexId('sandbox-line', kind, reference)}`,
  at,
  kind,
  reference,
  amount,
  fee,
  provider_reference: theirs || `ch_${derivedHexId('sandbox-charge', reference)}`,
});

async function* movesOf(pool: Pool, from: Millis, to: Millis): AsyncGenerator<SandboxLine> {
  let after: { at: number; kind: string; reference: string } = { at: from - 1, kind: '~', reference: '' };
  for (;;) {
    const { rows }: { rows: MoveRow[] } = await pool.query<MoveRow>(
      `SELECT kind, reference, theirs, at::float8 AS at, amount::float8 AS amount, fee::float8 AS fee
         FROM (${MOVES}) AS moves
        WHERE at < $1 AND (at, kind COLLATE "C", reference COLLATE "C") > ($2::bigint, $3, $4)
        ORDER BY at, kind COLLATE "C", reference COLLATE "C" LIMIT $5`,
      [to, after.at, after.kind, after.reference, LINES_AT_ONCE],
    );
    for (const row of rows) yield lineOf(row);
    const last = rows.at(-1);
    if (!last || rows.length < LINES_AT_ONCE) return;
    after = last;
  }
}

/** At the end of each business day the sandbox transfers our balance to our bank; a negative one waits. */
async function transfersOf(
  pool: Pool,
  calendar: BusinessCalendar,
  from: Millis,
  to: Millis,
): Promise<SandboxLine[]> {
  const { rows } = await pool.query<{ day: string; net: number }>(
    `SELECT to_char(to_timestamp(at / 1000.0) AT TIME ZONE $2, 'YYYY-MM-DD') AS day, sum(amount - fee)::float8 AS net
       FROM (${MOVES}) AS moves WHERE at < $1 GROUP BY day ORDER BY day`,
    [to, calendar.timeZone],
  );
  const transfers: SandboxLine[] = [];
  let held = 0;
  for (const { day, net } of rows) {
    held += net;
    const at = calendar.startOf(addDays(day, 1)) - 1_000;
    if (held <= 0 || at >= to) continue;
    const of = { kind: 'transfer' as const, reference: '', fee: 0, at, amount: -held };
    held = 0;
    if (at < from) continue;
    const provider_reference = `po_${derivedHexId('sandbox-transfer', day)}`;
    transfers.push({
      ...of,
      provider_reference,
      line_id: `txn_${derivedHexId('sandbox-transfer-line', day)}`,
    });
  }
  return transfers;
}

/** The sandbox's account over a period, by time: incoming, outgoing and fees. */
export async function* sandboxStatement(
  pool: Pool,
  calendar: BusinessCalendar,
  { from, to }: { from: Millis; to: Millis },
): AsyncGenerator<SandboxLine> {
  const transfers = await transfersOf(pool, calendar, from, to);
  for await (const line of movesOf(pool, from, to)) {
    while (transfers[0] && transfers[0].at < line.at) yield transfers.shift() as SandboxLine; // there is a first
    yield line;
  }
  yield* transfers;
}
