import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import type { Millis } from '#events/time.ts';
import { batcher } from '#services/runtime/batcher.ts';
import type { Clock } from '#services/runtime/clock.ts';
import type { ChargeStatus } from '../provider.ts';
import { firstClaim } from './backoff.ts';
import type { OutgoingNotice } from './notice-body.ts';

/** How the notice of a payment travels: after a delay, several times, or never. */
export interface NoticeTravel {
  delay_ms: Millis;
  copies: number;
  lost: boolean;
}

export const PLAIN_TRAVEL: NoticeTravel = { delay_ms: 0, copies: 1, lost: false };

/** What the payer does: pays, fails to pay, or lets the time run out (then nothing happened and nothing is told). */
type PayerOutcome = 'success' | 'fail' | 'timeout';

export interface PayerAct {
  charge_id: string;
  outcome: PayerOutcome;
  travel: NoticeTravel;
}

export interface PayerResult {
  status: ChargeStatus;
  /** Durable notices that are due now and claimed for this process to send. */
  send: OutgoingNotice[];
}

interface ActRow {
  charge_id: string;
  status: ChargeStatus;
  amount: string | number;
  moved: boolean;
}

/**
 * What payers do at the sandbox's cashier, written set-wise: the charge's new status and the notices that
 * it owes become durable in one statement. A paid charge stays paid.
 * @returns undefined for a charge that the sandbox does not know
 */
export function sandboxCashier(pool: Pool, clock: Clock) {
  const run = async (acts: readonly PayerAct[]): Promise<(PayerResult | undefined)[]> => {
    const now = clock.now();
    const drawn = acts.map((act) => ({ ...act, notice_id: `nt_${randomUUID().replaceAll('-', '')}` }));
    const { rows } = await pool.query<ActRow>({
      name: 'sandbox-payer-acts',
      text: `WITH act AS (
               SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::bigint[], $5::int[])
                 AS a(charge_id, outcome, notice_id, due_at, copies)),
             standing AS (
               SELECT c.charge_id, c.status, c.amount FROM sandbox.charges c
               WHERE c.charge_id IN (SELECT charge_id FROM act) ORDER BY c.charge_id FOR UPDATE),
             moved AS (
               UPDATE sandbox.charges c
               SET status = a.outcome, paid_at = CASE WHEN a.outcome = 'paid' THEN $6::bigint END
               FROM standing s JOIN act a USING (charge_id)
               WHERE c.charge_id = s.charge_id AND s.status <> 'paid' AND a.outcome <> ''
               RETURNING c.charge_id, c.status),
             owed AS (
               INSERT INTO sandbox.notices (notice_id, copy, charge_id, outcome, occurred_at, due_at, attempts)
               SELECT a.notice_id, n, a.charge_id, a.outcome, $6::bigint,
                      CASE WHEN a.due_at > $6::bigint THEN a.due_at ELSE $7::bigint END,
                      CASE WHEN a.due_at > $6::bigint THEN 0 ELSE 1 END
               FROM act a JOIN moved m USING (charge_id) CROSS JOIN generate_series(1, a.copies) AS n)
             SELECT s.charge_id, s.amount, coalesce(m.status, s.status) AS status, m.charge_id IS NOT NULL AS moved
             FROM standing s LEFT JOIN moved m USING (charge_id)`,
      values: [
        drawn.map((act) => act.charge_id),
        drawn.map((act) => (act.outcome === 'success' ? 'paid' : act.outcome === 'fail' ? 'failed' : '')),
        drawn.map((act) => act.notice_id),
        drawn.map((act) => now + act.travel.delay_ms),
        drawn.map((act) => (act.travel.lost ? 0 : act.travel.copies)),
        now,
        firstClaim(now),
      ],
    });
    const found = new Map(rows.map((row) => [row.charge_id, row]));
    return drawn.map(({ charge_id, notice_id, outcome, travel }) => {
      const row = found.get(charge_id);
      if (!row) return undefined;
      const atOnce = row.moved && !travel.lost && travel.delay_ms === 0 ? travel.copies : 0;
      const send = Array.from({ length: atOnce }, (_, index): OutgoingNotice => {
        const told = outcome === 'success' ? 'paid' : 'failed';
        return {
          notice_id,
          copy: index + 1,
          charge_id,
          outcome: told,
          amount: Number(row.amount),
          occurred_at: now,
        };
      });
      return { status: row.status, send };
    });
  };
  return batcher(run, {
    name: 'sandbox payments',
    most: 256,
    waiting: 10_000,
    keyOf: (act: PayerAct) => act.charge_id,
  });
}
