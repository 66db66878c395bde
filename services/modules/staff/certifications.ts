import type { Pool, PoolClient } from 'pg';
import type { UserId } from '#events/ids.ts';
import { CERTIFICATION_STATUS, type CertificationStatus } from '#events/status.ts';
import type { CertificationState } from '#services/commerce/staff/certification.ts';
import { lockPerson } from '#services/modules/accounts/person-lock.ts';
import { NOTIFY_STAFF_CHANGE } from '#services/modules/accounts/sessions.ts';
import type { Vault } from '#services/modules/accounts/vault.ts';
import type { Clock } from '#services/runtime/clock.ts';
import { anyOf, queriesOn } from '#services/runtime/queries.ts';
import type { Tables } from '#services/runtime/tables.gen.ts';
import { inTransaction } from '#services/runtime/transaction.ts';

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

type CertificationRow = Pick<Tables['accounts.certifications'], 'url_ref'> & { status: CertificationStatus };

/** The row after all decisions; evidence submitted since then is pending. */
function statusBy(
  { certified, newest }: CertificationState,
  row: CertificationRow | undefined,
): CertificationStatus | undefined {
  if (certified === true) return CERTIFICATION_STATUS.approved;
  if (row === undefined || certified === null) return row?.status;
  if (row.status === CERTIFICATION_STATUS.approved) return CERTIFICATION_STATUS.rejected;
  if (newest === null || newest.application_id !== row.url_ref) return row.status;
  return newest.verdict === 'held' ? CERTIFICATION_STATUS.on_hold : CERTIFICATION_STATUS.rejected;
}

/** Certifications of creators: requested by the creator, decided by admins. */
export function openCertifications(pool: Pool, vault: Vault, clock: Clock) {
  const rowsOf = (on: Pool | PoolClient) => queriesOn(on).selectFrom('accounts.certifications as c');
  const waiting = rowsOf(pool).where(
    'c.status',
    '=',
    anyOf([CERTIFICATION_STATUS.pending, CERTIFICATION_STATUS.on_hold]),
  );

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
    await client.query(NOTIFY_STAFF_CHANGE, [user]);
    return rowCount === 1;
  }

  return {
    /** The owner of an application, decided or not; undefined if another one replaced it. */
    async whose(application_id: string): Promise<UserId | undefined> {
      const row = rowsOf(pool).where('url_ref', '=', application_id).select('user_id');
      return (await row.executeTakeFirst())?.user_id;
    },
    /** The evidence in clear text; the look is recorded. Undefined if the application is no longer open. */
    async look(staff: UserId, application_id: string, reason: string): Promise<string | undefined> {
      const row = waiting.where('url_ref', '=', application_id).select('user_id');
      if ((await row.executeTakeFirst()) === undefined) return undefined;
      return (await vault.readAsStaff(staff, [application_id], reason)).get(application_id);
    },
    /** Requests certification, also after a rejection. False without a change when the creator is certified. */
    submit: (user: UserId, url: string): Promise<boolean> =>
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
    async of(user: UserId): Promise<Certification | undefined> {
      const row = await rowsOf(pool)
        .where('user_id', '=', user)
        .select(['status', 'url_ref', 'submitted_at', 'decided_at'])
        .$narrowType<{ status: CertificationStatus }>()
        .executeTakeFirst();
      if (row === undefined) return undefined;
      const { url_ref: application_id, ...rest } = row;
      const texts = application_id === null ? undefined : await vault.read([application_id]);
      return { ...rest, application_id, url: texts?.get(application_id ?? '') ?? '' };
    },
    /** Updates the row only; `reviewCertification` writes the event. False if nothing changed. */
    decide: (user: UserId, status: Exclude<CertificationStatus, 0>): Promise<boolean> =>
      inTransaction(pool, (client) => write(client, user, status)),
    /** Updates the row from the creator's certification stream, which is read under the row's lock. */
    apply: (user: UserId, read: () => Promise<CertificationState>): Promise<void> =>
      inTransaction(pool, async (client) => {
        await lockPerson(client, user);
        const row = await rowsOf(client)
          .where('user_id', '=', user)
          .select(['status', 'url_ref'])
          .$narrowType<{ status: CertificationStatus }>()
          .executeTakeFirst();
        const status = statusBy(await read(), row);
        if (status !== undefined && status !== row?.status) await write(client, user, status);
      }),
    /** Longest waiting first. */
    waiting: (): Promise<WaitingCreator[]> =>
      waiting
        .innerJoin('accounts.users as u', 'u.id', 'c.user_id')
        .select(['c.user_id', 'c.url_ref as application_id', 'u.name', 'c.status', 'c.submitted_at'])
        .$castTo<WaitingCreator>()
        .orderBy('c.submitted_at')
        .orderBy('u.id')
        .execute(),
  };
}

export type Certifications = ReturnType<typeof openCertifications>;
