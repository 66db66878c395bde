import { createHash, randomInt, timingSafeEqual } from 'node:crypto';
import type { Pool } from 'pg';
import type { Millis } from '#events/time.ts';
import type { Clock } from '#services/runtime/clock.ts';
import { queriesOn } from '#services/runtime/queries.ts';
import { type Attempts, CODES_SENT, inventedSubject, LOGIN_ATTEMPTS, type Reservation } from './attempts.ts';

/** Seconds until the next code can be requested (creator specification 9). */
export const RESEND_SECONDS = 180;
const LIFETIME_MS = 600_000;
const TRIES = 5;

export type CodeScene =
  | 'register'
  | 'login'
  | 'forgot'
  | 'bind'
  | 'change_old'
  | 'change_new'
  | 'confirm'
  | 'bank';

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
   * @param person whose guesses are counted; by default those at the account, if it ever asked for a code
   */
  use(account: Buffer, scene: CodeScene, code: string, person?: Buffer): Promise<boolean | TooEarly>;
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
  /** If a code was requested for it, in any scene. */
  async function hasRequest(account: Buffer): Promise<boolean> {
    const codes = queriesOn(pool).selectFrom('accounts.verify_codes').select('scene');
    return (await codes.where('account_index', '=', account).limit(1).executeTakeFirst()) !== undefined;
  }

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
      const expires_at = now + LIFETIME_MS;
      const code_hash = deliver ? hashOf(account, code) : null;
      const drawn = { code_hash, tries_left: TRIES, sent_at: now, expires_at };
      const { numInsertedOrUpdatedRows } = await queriesOn(pool)
        .insertInto('accounts.verify_codes')
        .values({ account_index: account, scene, ...drawn })
        .onConflict((on) =>
          on
            .columns(['account_index', 'scene'])
            .doUpdateSet(drawn)
            .where('accounts.verify_codes.sent_at', '<=', now - resendSeconds(scene) * 1000),
        )
        .executeTakeFirst();
      if (numInsertedOrUpdatedRows === 1n) return { code, expires_at };
      await giveBack();
      const codes = queriesOn(pool).selectFrom('accounts.verify_codes').select('sent_at');
      const last = await codes
        .where('account_index', '=', account)
        .where('scene', '=', scene)
        .executeTakeFirst();
      const since = now - (last?.sent_at ?? now);
      return { retry_after: Math.max(1, resendSeconds(scene) - Math.floor(since / 1000)) };
    },
    async use(account, scene, code, person) {
      const countedBy = person ?? ((await hasRequest(account)) ? account : inventedSubject(account));
      const guess = await attempts.reserve(counterOf('codes guessed', countedBy), LOGIN_ATTEMPTS);
      if (guess.wait > 0) return { retry_after: guess.wait };
      // The try is counted before the code is compared, so that parallel guesses have five tries together.
      const codes = queriesOn(pool)
        .updateTable('accounts.verify_codes')
        .where('account_index', '=', account)
        .where('scene', '=', scene);
      const tried = await codes
        .set((eb) => ({ tries_left: eb('tries_left', '-', 1) }))
        .where('tries_left', '>', 0)
        .where('expires_at', '>', clock.now())
        .returning('code_hash')
        .executeTakeFirst();
      const stored = tried?.code_hash;
      if (!stored || !timingSafeEqual(stored, hashOf(account, code))) return false;
      // The row stays for its `sent_at`; of two concurrent uses of the code one succeeds.
      const used = codes.set({ code_hash: null, tries_left: 0 }).where('code_hash', '=', stored);
      const isFirst = (await used.executeTakeFirst()).numUpdatedRows === 1n;
      if (isFirst) await guess.giveBack();
      return isFirst;
    },
  };
}
