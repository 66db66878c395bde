import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
import type { Millis } from '#events/time.ts';
import type { Clock } from '#services/runtime/clock.ts';
import { queriesOn } from '#services/runtime/queries.ts';

const DAY_MS = 86_400_000;
/** Guesses at anything by one account, or at one account from one address, in a day. */
const GUESSES_A_DAY = 50;

export interface AttemptLimit {
  /** In a window. */
  most: number;
  windowMs: Millis;
  /** In a day. */
  perDay: number;
}

/** Ten tries in a quarter of an hour: a person who misremembers has enough, a guesser has not. */
export const LOGIN_ATTEMPTS: AttemptLimit = { most: 10, windowMs: 900_000, perDay: GUESSES_A_DAY };
/** At one password from all addresses together: more than a few strangers make, too few for guessing. */
export const ALL_LOGIN_ATTEMPTS: AttemptLimit = { most: 100, windowMs: 900_000, perDay: 500 };
/** Wrong codes of sign-ins and forgotten passwords from one address, over all accounts: many people can share one. */
export const CODE_SIGN_INS: AttemptLimit = { most: 30, windowMs: 900_000, perDay: 100 };

/** Unknown redeem codes: more than typing errors, too few for guessing. */
export const REDEEM_ATTEMPTS: AttemptLimit = { most: 20, windowMs: 900_000, perDay: GUESSES_A_DAY };
/** The same for invite codes. */
export const INVITE_ATTEMPTS: AttemptLimit = { ...REDEEM_ATTEMPTS };
/** Accounts that a creator names for a team: the answer tells whether one exists. */
export const TEAM_ATTEMPTS: AttemptLimit = { most: 30, windowMs: DAY_MS, perDay: 30 };
/** Verify codes that are sent to one address. */
export const CODES_SENT: AttemptLimit = { most: 20, windowMs: DAY_MS, perDay: 20 };

/** Bytes of the hash that count: names that nobody has share 65,536 counts. */
const SHARED_BYTES = 2;

/**
 * The subject of attempts at a name that nobody has. Anybody can invent such names, so the number of their counts is
 * bounded. Their limits are the same. A person who fills all counts from thousands of addresses within minutes can
 * conclude from a wait that a name is free.
 */
export const inventedSubject = (subject: Buffer): Buffer =>
  createHash('sha256').update('invented\0').update(subject.subarray(0, SHARED_BYTES)).digest();

/** Attempts that are counted before their result is known. */
export interface Reservation {
  /** Seconds to wait after too many attempts; nothing was counted. 0: continue. */
  wait: number;
  /** Uncounts attempts that were correct; default: all. */
  giveBack(count?: number): Promise<void>;
}

export const nothingReserved: Reservation = { wait: 0, giveBack: async () => undefined };

const secondsUntil = (end: Millis, now: Millis): number => Math.max(1, Math.ceil((end - now) / 1000));

/** Tries by account, counted over all processes. Limits by address alone are the API's. */
export function openAttempts(pool: Pool, clock: Clock) {
  /** Counts and checks in one statement, so that concurrent attempts cannot exceed the limits. */
  async function counted(subject: Buffer, limit: AttemptLimit, now: Millis, taken: readonly number[]) {
    const { rowCount } = await pool.query({
      name: 'attempts-reserve',
      text: `INSERT INTO accounts.attempts AS before (subject, window_start, count, day_start, day_count)
             VALUES ($1, $2, $4, $2, $5)
             ON CONFLICT (subject) DO UPDATE SET
               window_start = CASE WHEN before.window_start + $3 <= $2 THEN $2 ELSE before.window_start END,
               count = $4 + CASE WHEN before.window_start + $3 <= $2 THEN 0 ELSE before.count END,
               day_start = CASE WHEN before.day_start + ${DAY_MS} <= $2 THEN $2 ELSE before.day_start END,
               day_count = $5 + CASE WHEN before.day_start + ${DAY_MS} <= $2 THEN 0 ELSE before.day_count END
             WHERE (before.window_start + $3 <= $2 OR before.count + $4 <= $6)
               AND (before.day_start + ${DAY_MS} <= $2 OR before.day_count + $5 <= $7)`,
      values: [subject, now, limit.windowMs, ...taken, limit.most, limit.perDay],
    });
    return rowCount === 1;
  }

  async function waitOf(subject: Buffer, limit: AttemptLimit, now: Millis, taken: readonly number[]) {
    const attempts = queriesOn(pool).selectFrom('accounts.attempts').where('subject', '=', subject);
    const row = await attempts.selectAll().executeTakeFirst();
    if (row === undefined) return 1;
    const full = (count: number, more: number, most: number, end: Millis): number =>
      end > now && count + more > most ? secondsUntil(end, now) : 1;
    const [inWindow = 1, inDay = 1] = taken;
    return Math.max(
      full(row.count, inWindow, limit.most, row.window_start + limit.windowMs),
      full(row.day_count, inDay, limit.perDay, row.day_start + DAY_MS),
    );
  }

  return {
    /**
     * Counts attempts before they are checked, so that concurrent ones share one limit. More than a limit has are taken
     * when nothing else was counted.
     */
    async reserve(subject: Buffer, limit: AttemptLimit, count: number = 1): Promise<Reservation> {
      const now = clock.now();
      const taken = [Math.min(count, limit.most), Math.min(count, limit.perDay)];
      if (!(await counted(subject, limit, now, taken))) {
        return { ...nothingReserved, wait: await waitOf(subject, limit, now, taken) };
      }
      return {
        wait: 0,
        async giveBack(unused = count) {
          const usedCount = count - unused;
          const back = taken.map((one) => one - Math.min(usedCount, one));
          if (back.every((one) => one === 0)) return;
          await pool.query({
            name: 'attempts-give-back',
            text: `UPDATE accounts.attempts
                      SET count = greatest(count - $2, 0), day_count = greatest(day_count - $3, 0)
                    WHERE subject = $1`,
            values: [subject, ...back],
          });
        },
      };
    },
    async forget(subject: Buffer): Promise<void> {
      await queriesOn(pool).deleteFrom('accounts.attempts').where('subject', '=', subject).execute();
    },
  };
}

export type Attempts = ReturnType<typeof openAttempts>;
