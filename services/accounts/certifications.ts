import type { Pool } from 'pg';
import type { UserId } from '#events/ids.ts';
import type { Clock } from '#services/runtime/clock.ts';
import { ACCOUNT_CHANGED } from './sessions.ts';
import { inTransaction } from './transaction.ts';
import type { Vault } from './vault.ts';

/** pending 0, approved 1, rejected 2, on hold 3 */
type CertificationStatus = 0 | 1 | 2 | 3;
export const [PENDING, APPROVED, REJECTED, ON_HOLD] = [0, 1, 2, 3] as const;

/** A creator's application as it stands; times in milliseconds. */
interface Certification {
  status: CertificationStatus;
  /** Address of what was shown; empty when an admin certified without being asked. */
  url: string;
  submitted_at: number;
  decided_at: number | null;
}

interface WaitingCreator {
  user_id: UserId;
  name: string;
  status: CertificationStatus;
  submitted_at: number;
}

/** Whether a creator is who they say: asked for by the creator, decided by people. */
export interface Certifications {
  /** Asks, again when it was refused before. False when the creator is certified: then nothing changes. */
  submit(user: UserId, url: string): Promise<boolean>;
  of(user: UserId): Promise<Certification | undefined>;
  /** Decides, also about who has not asked. False when it was decided so already. */
  decide(user: UserId, status: Exclude<CertificationStatus, 0>): Promise<boolean>;
  /** Longest waiting first. */
  waiting(): Promise<WaitingCreator[]>;
}

interface CertificationRow {
  status: CertificationStatus;
  url_ref: string | null;
  submitted_at: number | string;
  decided_at: number | string | null;
}

export function openCertifications(pool: Pool, vault: Vault, clock: Clock): Certifications {
  return {
    submit: (user, url) =>
      inTransaction(pool, async (client) => {
        const ref = await vault.put(user, 'certification', url, client);
        const { rowCount } = await client.query(
          `INSERT INTO accounts.certifications AS before (user_id, url_ref, status, submitted_at)
           VALUES ($1, $2, ${PENDING}, $3)
           ON CONFLICT (user_id) DO UPDATE
             SET url_ref = excluded.url_ref, status = excluded.status, submitted_at = excluded.submitted_at,
                 decided_at = NULL
           WHERE before.status <> ${APPROVED}`,
          [user, ref, clock.now()],
        );
        // What nothing refers to is not kept: the address of before, or this one.
        await client.query(
          `DELETE FROM accounts.vault
            WHERE user_id = $1 AND kind = 'certification'
              AND ref NOT IN (SELECT url_ref FROM accounts.certifications
                               WHERE user_id = $1 AND url_ref IS NOT NULL)`,
          [user],
        );
        return rowCount === 1;
      }),
    async of(user) {
      const { rows } = await pool.query<CertificationRow>(
        'SELECT status, url_ref, submitted_at, decided_at FROM accounts.certifications WHERE user_id = $1',
        [user],
      );
      const [row] = rows;
      if (row === undefined) return undefined;
      const { status, url_ref, submitted_at, decided_at } = row;
      const url = url_ref === null ? '' : ((await vault.read([url_ref])).get(url_ref) ?? '');
      return {
        status,
        url,
        submitted_at: Number(submitted_at),
        decided_at: decided_at === null ? null : Number(decided_at),
      };
    },
    decide: (user, status) =>
      inTransaction(pool, async (client) => {
        const { rowCount } = await client.query(
          `INSERT INTO accounts.certifications AS before (user_id, status, submitted_at, decided_at)
           VALUES ($1, $2, $3, $3)
           ON CONFLICT (user_id) DO UPDATE SET status = excluded.status, decided_at = excluded.decided_at
           WHERE before.status <> excluded.status`,
          [user, status, clock.now()],
        );
        await client.query('UPDATE accounts.users SET is_verified = $2 WHERE id = $1', [
          user,
          status === APPROVED ? 1 : 0,
        ]);
        await client.query('SELECT pg_notify($1, $2)', [ACCOUNT_CHANGED, user]);
        return rowCount === 1;
      }),
    async waiting() {
      const { rows } = await pool.query<WaitingCreator>(
        `SELECT users.id AS user_id, users.name, certifications.status, certifications.submitted_at
           FROM accounts.certifications JOIN accounts.users ON users.id = certifications.user_id
          WHERE certifications.status IN (${PENDING}, ${ON_HOLD})
          ORDER BY certifications.submitted_at, users.id`,
      );
      return rows.map((row) => ({ ...row, submitted_at: Number(row.submitted_at) }));
    },
  };
}
