import type { Pool } from 'pg';
import type { Millis } from '#events/time.ts';
import type { Clock } from '#services/runtime/clock.ts';

export interface AttemptLimit {
  most: number;
  windowMs: Millis;
}

/** Ten tries in a quarter of an hour: a person who misremembers has enough, a guesser has not. */
export const LOGIN_ATTEMPTS: AttemptLimit = { most: 10, windowMs: 900_000 };

/** Codes that turned out not to be any: nobody mistypes that often, and no guesser gets anywhere. */
export const REDEEM_ATTEMPTS: AttemptLimit = { most: 20, windowMs: 900_000 };
/** Invite codes likewise. */
export const INVITE_ATTEMPTS: AttemptLimit = { ...REDEEM_ATTEMPTS };

/** Tries by account, counted over all processes. Limits by address stand at the API. */
export interface Attempts {
  /** Counts one. @returns seconds to wait when there were too many, 0 when the try may go on */
  count(subject: Buffer, limit: AttemptLimit): Promise<number>;
  /** Seconds to wait as it stands, 0 when the next try may go on; counts nothing. */
  wait(subject: Buffer, limit: AttemptLimit): Promise<number>;
  forget(subject: Buffer): Promise<void>;
}

export function openAttempts(pool: Pool, clock: Clock): Attempts {
  return {
    async count(subject, { most, windowMs }) {
      const now = clock.now();
      const { rows } = await pool.query<{ count: number; window_start: number | string }>(
        `INSERT INTO accounts.attempts AS before (subject, window_start, count) VALUES ($1, $2, 1)
         ON CONFLICT (subject) DO UPDATE SET
           window_start = CASE WHEN before.window_start + $3 <= $2 THEN $2 ELSE before.window_start END,
           count = CASE WHEN before.window_start + $3 <= $2 THEN 1 ELSE before.count + 1 END
         RETURNING count, window_start`,
        [subject, now, windowMs],
      );
      const [row] = rows;
      if (row === undefined || row.count <= most) return 0;
      return Math.max(1, Math.ceil((Number(row.window_start) + windowMs - now) / 1000));
    },
    async wait(subject, { most, windowMs }) {
      const now = clock.now();
      const { rows } = await pool.query<{ window_start: number | string }>({
        name: 'attempts-wait',
        text: `SELECT window_start FROM accounts.attempts
                WHERE subject = $1 AND count >= $2 AND window_start + $3 > $4`,
        values: [subject, most, windowMs, now],
      });
      const [row] = rows;
      return row === undefined
        ? 0
        : Math.max(1, Math.ceil((Number(row.window_start) + windowMs - now) / 1000));
    },
    async forget(subject) {
      await pool.query('DELETE FROM accounts.attempts WHERE subject = $1', [subject]);
    },
  };
}
