import type { Pool } from 'pg';
import type { Millis } from '#events/time.ts';

/** A provider's notice as it came in, and what became of it. */
export interface LoggedNotice {
  provider: string;
  notice_id: string;
  charge_id: string;
  verdict: 'accepted' | 'refused';
  reason: string;
  body_sha256: string;
  received_at: Millis;
  /** How often the same came. */
  copies: number;
}

const MAX_COUNT = 100;

/** The genuine notices about charges, in the order in which they came. */
export async function noticesOf(pool: Pool, charges: readonly string[]): Promise<LoggedNotice[]> {
  const { rows } = await pool.query<LoggedNotice>(
    `SELECT provider, notice_id, charge_id, verdict, reason, body_sha256, received_at::float8 AS received_at, copies
       FROM payments.notices WHERE charge_id = ANY ($1) AND notice_id IS NOT NULL
      ORDER BY received_at, notice_id LIMIT ${MAX_COUNT}`,
    [charges],
  );
  return rows;
}
