import { hash, verify } from '@node-rs/argon2';
import type { Pool, PoolClient } from 'pg';
import { asUserId, type UserId } from '#events/ids.ts';
import type { Millis } from '#events/time.ts';
import type { Clock } from '#services/runtime/clock.ts';
import { queriesOn } from '#services/runtime/queries.ts';

/** argon2id with 19 MiB and two passes: the minimum of OWASP's cheat sheet. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Of one form of its letters: keyboards write é as one character or as two. */
export const hashPassword = (password: string): Promise<string> => hash(password.normalize('NFC'), COST);

/** Checked when there is no such account, so that its absence costs the same time. */
let nobody: Promise<string> | undefined;

export function openPasswords(pool: Pool, clock: Clock) {
  async function hashOf(user: UserId, client: Pool | PoolClient = pool): Promise<string | undefined> {
    const passwords = queriesOn(client).selectFrom('accounts.passwords').select('argon2id');
    return (await passwords.where('user_id', '=', user).executeTakeFirst())?.argon2id;
  }

  return {
    async set(user: UserId, hashed: string, client?: PoolClient): Promise<void> {
      const password = { argon2id: hashed, changed_at: clock.now() };
      await queriesOn(client ?? pool)
        .insertInto('accounts.passwords')
        .values({ user_id: user, ...password })
        .onConflict((on) => on.column('user_id').doUpdateSet(password))
        .execute();
    },
    /** Undefined for a user without a password. */
    async changedAt(user: UserId): Promise<Millis | undefined> {
      const passwords = queriesOn(pool).selectFrom('accounts.passwords').select('changed_at');
      return (await passwords.where('user_id', '=', user).executeTakeFirst())?.changed_at;
    },
    /** The stored hash of a right password. Undefined for a wrong one and for an unknown account, after the same work. */
    async check(user: UserId | undefined, password: string): Promise<string | undefined> {
      const stored = await hashOf(user ?? asUserId(''));
      nobody ??= hashPassword('nobody has this password');
      const argon2id = stored ?? (await nobody);
      // Older hashes are of the password as it was typed. Most passwords have one form.
      const forms = new Set([password.normalize('NFC'), password, password.normalize('NFD')]);
      for (const form of forms) if (await verify(argon2id, form)) return stored;
      return undefined;
    },
    /** Whether a checked hash has not been replaced since. */
    async isCurrent(user: UserId, hashed: string, client: PoolClient): Promise<boolean> {
      return (await hashOf(user, client)) === hashed;
    },
  };
}

export type Passwords = ReturnType<typeof openPasswords>;
