import { createHash, randomInt, timingSafeEqual } from 'node:crypto';
import type { Pool } from 'pg';
import type { Millis } from '#events/time.ts';
import type { Clock } from '#services/runtime/clock.ts';
import { type Attempts, CODES_SENT, LOGIN_ATTEMPTS, type Reservation } from './attempts.ts';

/** Seconds until the next code can be requested (creator specification 9). */
export const RESEND_SECONDS = 180;
const LIFETIME_MS = 600_000;
const TRIES = 5;

export type CodeScene = 'register' | 'login' | 'forgot' | 'bind' | 'bank';

/** Seconds until the next code of this scene can be requested. */
export const resendSeconds = (scene: CodeScene): number => (scene === 'bank' ? 60 : RESEND_SECONDS);

export interface VerifyCodes {
  /**
   * Creates a code, or (`deliver` false) only records the request.
   * @param countedBy the recipient of at most 20 codes a day; the account by default
   * @returns the code to send, or the seconds to wait
   */
  draw(
    account: Buffer,
    scene: CodeScene,
    deliver: boolean,
    countedBy?: readonly Buffer[],
  ): Promise<{ code: string; expires_at: Millis } | TooEarly>;
  /**
   * Uses up a code. False if it is wrong, expired, used, or had too many attempts.
   * @param countedBy the account whose guesses are counted; the account itself by default
   */
  use(account: Buffer, scene: CodeScene, code: string, countedBy?: Buffer): Promise<boolean | TooEarly>;
}

/** Seconds to wait. */
export interface TooEarly {
  retry_after: number;
}

/** Bound to the account, so that equal codes do not look equal. */
const hashOf = (account: Buffer, code: string): Buffer =>
  createHash('sha256').update(account).update(code).digest();

const counterOf = (what: string, whose: Buffer): Buffer =>
  createHash('sha256').update(`${what}\0`).update(whose).digest();

const newCode = (): string => randomInt(1_000_000).toString().padStart(6, '0');

export function openVerifyCodes(pool: Pool, clock: Clock, attempts: Attempts): VerifyCodes {
  return {
    async draw(account, scene, deliver, countedBy = [account]) {
      const now = clock.now();
      const code = newCode();
      const sent: Reservation[] = [];
      const giveBack = () => Promise.all(sent.map((one) => one.giveBack()));
      for (const whose of countedBy) {
        const one = await attempts.reserve(counterOf('codes sent', whose), CODES_SENT);
        if (one.wait > 0) {
          await giveBack();
          return { retry_after: one.wait };
        }
        sent.push(one);
      }
      const { rowCount } = await pool.query(
        `INSERT INTO accounts.verify_codes AS before
           (account_index, scene, code_hash, tries_left, sent_at, expires_at)
         VALUES ($1, $2, $3, $4, $5, $6)
         ON CONFLICT (account_index, scene) DO UPDATE SET
           code_hash = excluded.code_hash, tries_left = excluded.tries_left,
           sent_at = excluded.sent_at, expires_at = excluded.expires_at
         WHERE before.sent_at <= $7`,
        [
          account,
          scene,
          deliver ? hashOf(account, code) : null,
          TRIES,
          now,
          now + LIFETIME_MS,
          now - resendSeconds(scene) * 1000,
        ],
      );
      if (rowCount === 1) return { code, expires_at: now + LIFETIME_MS };
      await giveBack();
      const { rows } = await pool.query<{ sent_at: number | string }>(
        'SELECT sent_at FROM accounts.verify_codes WHERE account_index = $1 AND scene = $2',
        [account, scene],
      );
      const since = now - Number(rows[0]?.sent_at ?? now);
      return { retry_after: Math.max(1, resendSeconds(scene) - Math.floor(since / 1000)) };
    },
    async use(account, scene, code, countedBy = account) {
      const guess = await attempts.reserve(counterOf('codes guessed', countedBy), LOGIN_ATTEMPTS);
      if (guess.wait > 0) return { retry_after: guess.wait };
      // The try is counted before the code is compared, so that parallel guesses have five tries together.
      const { rows } = await pool.query<{ code_hash: Buffer | null }>(
        `UPDATE accounts.verify_codes SET tries_left = tries_left - 1
          WHERE account_index = $1 AND scene = $2 AND tries_left > 0 AND expires_at > $3
          RETURNING code_hash`,
        [account, scene, clock.now()],
      );
      const stored = rows[0]?.code_hash;
      if (!stored || !timingSafeEqual(stored, hashOf(account, code))) return false;
      // The row stays for its `sent_at`; of two concurrent uses of the code one succeeds.
      const { rowCount } = await pool.query(
        `UPDATE accounts.verify_codes SET code_hash = NULL, tries_left = 0
          WHERE account_index = $1 AND scene = $2 AND code_hash = $3`,
        [account, scene, stored],
      );
      if (rowCount === 1) await guess.giveBack();
      return rowCount === 1;
    },
  };
}
