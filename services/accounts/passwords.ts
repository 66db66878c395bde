import { hash, verify } from '@node-rs/argon2';
import type { Pool, PoolClient } from 'pg';
import type { UserId } from '#events/ids.ts';
import type { Clock } from '#services/runtime/clock.ts';

/** argon2id with 19 MiB and two passes: the minimum of OWASP's cheat sheet. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export const hashPassword = (password: string): Promise<string> => hash(password, COST);

/** Checked when there is no such account, so that its absence costs the same time. */
let nobody: Promise<string> | undefined;

export interface Passwords {
  set(user: UserId, hashed: string, client?: PoolClient): Promise<void>;
  /** False for a wrong password and for an unknown account, after the same work. */
  check(user: UserId | undefined, password: string): Promise<boolean>;
}

export function openPasswords(pool: Pool, clock: Clock): Passwords {
  return {
    async set(user, hashed, client) {
      await (client ?? pool).query(
        `INSERT INTO accounts.passwords (user_id, argon2id, changed_at) VALUES ($1, $2, $3)
         ON CONFLICT (user_id) DO UPDATE SET argon2id = excluded.argon2id, changed_at = excluded.changed_at`,
        [user, hashed, clock.now()],
      );
    },
    async check(user, password) {
      const { rows } = await pool.query<{ argon2id: string }>(
        'SELECT argon2id FROM accounts.passwords WHERE user_id = $1',
        [user ?? ''],
      );
      nobody ??= hashPassword('nobody has this password');
      const [row] = rows;
      const right = await verify(row?.argon2id ?? (await nobody), password);
      return row !== undefined && right;
    },
  };
}
