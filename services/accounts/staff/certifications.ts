import type { Pool, PoolClient } from 'pg';
import type { UserId } from '#events/ids.ts';
import { CERTIFICATION_STATUS, type CertificationStatus } from '#events/status.ts';
import type { CertificationState } from '#services/commerce/staff/certification.ts';
import type { Clock } from '#services/runtime/clock.ts';
import { lockPerson } from '../kept.ts';
import { ACCOUNT_CHANGED } from '../sessions.ts';
import { inTransaction } from '../transaction.ts';
import type { Vault } from '../vault.ts';

/** A creator's present application; times in milliseconds. */
interface Certification {
  /** Id of the submission; each submission has its own. Null without an application. */
  application_id: string | null;
  status: CertificationStatus;
  /** URL of the evidence; empty if an admin certified without an application. */
  url: string;
  submitted_at: number;
  decided_at: number | null;
}

interface WaitingCreator {
  user_id: UserId;
  application_id: string;
  name: string;
  status: Extract<CertificationStatus, 0 | 3>;
  submitted_at: number;
}

/** Certifications of creators: requested by the creator, decided by admins. */
export interface Certifications {
  /** Asks, again when it was refused before. False when the creator is certified: then nothing changes. */
  submit(user: UserId, url: string): Promise<boolean>;
  of(user: UserId): Promise<Certification | undefined>;
  /** Updates the row only; `reviewCertification` writes the event. False if nothing changed. */
  decide(user: UserId, status: Exclude<CertificationStatus, 0>): Promise<boolean>;
  /** Updates the row from the creator's certification stream, which is read under the row's lock. */
  apply(user: UserId, read: () => Promise<CertificationState>): Promise<void>;
  /** The owner of an application, decided or not; undefined if another one replaced it. */
  whose(application_id: string): Promise<UserId | undefined>;
  /** The evidence in clear text; the look is recorded. Undefined if the application is no longer open. */
  look(staff: UserId, application_id: string, reason: string): Promise<string | undefined>;
  /** Longest waiting first. */
  waiting(): Promise<WaitingCreator[]>;
}

interface CertificationRow {
  status: CertificationStatus;
  url_ref: string | null;
  submitted_at: number | string;
  decided_at: number | string | null;
}

const WAITING = `
  SELECT users.id AS user_id, certifications.url_ref AS application_id, users.name, certifications.status,
         certifications.submitted_at
    FROM accounts.certifications JOIN accounts.users ON users.id = certifications.user_id
   WHERE certifications.status IN (${CERTIFICATION_STATUS.pending}, ${CERTIFICATION_STATUS.on_hold})`;
const waitingOf = (row: WaitingCreator): WaitingCreator => ({
  ...row,
  submitted_at: Number(row.submitted_at),
});

/** The row after all decisions; evidence submitted since then is pending. */
function statusBy(
  { certified, newest }: CertificationState,
  row: Pick<CertificationRow, 'status' | 'url_ref'> | undefined,
): CertificationStatus | undefined {
  if (certified === true) return CERTIFICATION_STATUS.approved;
  if (row === undefined || certified === null) return row?.status;
  if (row.status === CERTIFICATION_STATUS.approved) return CERTIFICATION_STATUS.rejected;
  if (newest === null || newest.application_id !== row.url_ref) return row.status;
  return newest.verdict === 'held' ? CERTIFICATION_STATUS.on_hold : CERTIFICATION_STATUS.rejected;
}

export function openCertifications(pool: Pool, vault: Vault, clock: Clock): Certifications {
  /** False if nothing changed. */
  async function write(client: PoolClient, user: UserId, status: CertificationStatus): Promise<boolean> {
    const { rowCount } = await client.query(
      `INSERT INTO accounts.certifications AS before (user_id, status, submitted_at, decided_at)
       VALUES ($1, $2, $3, $3)
       ON CONFLICT (user_id) DO UPDATE SET status = excluded.status, decided_at = excluded.decided_at
       WHERE before.status <> excluded.status`,
      [user, status, clock.now()],
    );
    await client.query('UPDATE accounts.users SET is_verified = $2 WHERE id = $1', [
      user,
      status === CERTIFICATION_STATUS.approved ? 1 : 0,
    ]);
    await client.query('SELECT pg_notify($1, $2)', [ACCOUNT_CHANGED, user]);
    return rowCount === 1;
  }

  return {
    async whose(application_id) {
      const { rows } = await pool.query<{ user_id: UserId }>(
        'SELECT user_id FROM accounts.certifications WHERE url_ref = $1',
        [application_id],
      );
      return rows[0]?.user_id;
    },
    async look(staff, application_id, reason) {
      const { rowCount } = await pool.query(`${WAITING} AND certifications.url_ref = $1`, [application_id]);
      if (rowCount !== 1) return undefined;
      return (await vault.readAsStaff(staff, [application_id], reason)).get(application_id);
    },
    submit: (user, url) =>
      inTransaction(pool, async (client) => {
        await lockPerson(client, user);
        const ref = await vault.put(user, 'certification', url, client);
        const { rowCount } = await client.query(
          `INSERT INTO accounts.certifications AS before (user_id, url_ref, status, submitted_at)
           VALUES ($1, $2, ${CERTIFICATION_STATUS.pending}, $3)
           ON CONFLICT (user_id) DO UPDATE
             SET url_ref = excluded.url_ref, status = excluded.status, submitted_at = excluded.submitted_at,
                 decided_at = NULL
           WHERE before.status <> ${CERTIFICATION_STATUS.approved}`,
          [user, ref, clock.now()],
        );
        // The unreferenced address is deleted: the previous one, or this one.
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
      const application_id = url_ref;
      const url = url_ref === null ? '' : ((await vault.read([url_ref])).get(url_ref) ?? '');
      return {
        application_id,
        status,
        url,
        submitted_at: Number(submitted_at),
        decided_at: decided_at === null ? null : Number(decided_at),
      };
    },
    decide: (user, status) => inTransaction(pool, (client) => write(client, user, status)),
    apply: (user, read) =>
      inTransaction(pool, async (client) => {
        await lockPerson(client, user);
        const { rows } = await client.query<CertificationRow>(
          'SELECT status, url_ref FROM accounts.certifications WHERE user_id = $1',
          [user],
        );
        const status = statusBy(await read(), rows[0]);
        if (status !== undefined && status !== rows[0]?.status) await write(client, user, status);
      }),
    async waiting() {
      const { rows } = await pool.query<WaitingCreator>(
        `${WAITING} ORDER BY certifications.submitted_at, users.id`,
      );
      return rows.map(waitingOf);
    },
  };
}
