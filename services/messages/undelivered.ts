import type { Pool } from 'pg';
import type { Clock } from '#services/runtime/clock.ts';
import type { Message } from './messages.ts';

/** An undeliverable message, without text and recipient. */
interface Undelivered {
  id: number;
  template: Message['template'];
  created_at: number;
  failed_at: number;
  attempts: number;
  failure: string;
  /** Codes that have expired are not kept. */
  can_retry: boolean;
}

/** Undeliverable messages, until they are retried or dismissed. */
export interface UndeliveredMessages {
  /** Newest first. */
  list(range: { limit: number; offset: number }): Promise<{ list: Undelivered[]; total_count: number }>;
  /** False when there is no such message, or nothing of it is left to send. */
  retry(id: number): Promise<boolean>;
  dismiss(id: number): Promise<boolean>;
}

/** How many there are, and since when (milliseconds). */
export async function countUndelivered(pool: Pick<Pool, 'query'>): Promise<{ count: number; since: number }> {
  const { rows } = await pool.query<{ count: number; since: number | string | null }>(
    'SELECT count(*)::int AS count, min(failed_at) AS since FROM runtime.outbox WHERE failed_at IS NOT NULL',
  );
  const [row] = rows;
  return { count: row?.count ?? 0, since: Number(row?.since ?? 0) };
}

export function openUndelivered(pool: Pool, clock: Clock): UndeliveredMessages {
  const done = async (text: string, values: readonly unknown[]): Promise<boolean> =>
    (await pool.query(text, [...values])).rowCount === 1;
  return {
    async list({ limit, offset }) {
      const { count: total_count } = await countUndelivered(pool);
      const { rows } = await pool.query<Undelivered>(
        `SELECT id::float8 AS id, template, created_at::float8 AS created_at, failed_at::float8 AS failed_at,
                attempts, failure, sealed IS NOT NULL AS can_retry
           FROM runtime.outbox WHERE failed_at IS NOT NULL
          ORDER BY failed_at DESC, id DESC LIMIT $1 OFFSET $2`,
        [limit, offset],
      );
      return { list: rows, total_count };
    },
    retry: (id) =>
      done(
        `UPDATE runtime.outbox SET failed_at = NULL, failure = '', attempts = 0, due_at = $2
          WHERE id = $1 AND failed_at IS NOT NULL AND sealed IS NOT NULL`,
        [id, clock.now()],
      ),
    dismiss: (id) =>
      done(
        `UPDATE runtime.outbox SET failed_at = NULL, sealed = NULL, sealed_to = NULL
          WHERE id = $1 AND failed_at IS NOT NULL`,
        [id],
      ),
  };
}
