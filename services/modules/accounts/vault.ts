import { randomBytes } from 'node:crypto';
import type { Pool, PoolClient } from 'pg';
import type { UserId } from '#events/ids.ts';
import type { Clock } from '#services/runtime/clock.ts';
import { ConfigError } from '#services/runtime/config.ts';
import type { KeyRing } from '#services/runtime/keys/ring.ts';
import { open, seal } from '#services/runtime/seal.ts';

type VaultKind =
  | 'email'
  | 'phone'
  | 'name'
  | 'remark'
  | 'case'
  | 'custom_order_id'
  | 'address'
  | 'identity'
  | 'redeem'
  | 'certification'
  | 'closing'
  | 'payee'
  | 'document'
  | 'totp'
  | 'passkey'
  | 'ip';

interface VaultEntry {
  user_id: UserId;
  kind: VaultKind;
  text: string;
  /** A derived reference for repeatable imports; by default a random one. */
  ref?: string;
}

interface SealedRow {
  ref: string;
  user_id: string;
  kind: string;
  sealed: Buffer;
  wrapped: Buffer;
}

const contextOf = (ref: string, user: string, kind: string): string => `${ref}\0${user}\0${kind}`;

/** Throws a ConfigError when other master keys wrap the keys of the database's persons: nothing could be read. */
export async function requireMaster(pool: Pool, master: KeyRing): Promise<void> {
  const { rows } = await pool.query<{ user_id: string; wrapped: Buffer }>(
    'SELECT user_id, wrapped FROM accounts.person_keys LIMIT 1',
  );
  try {
    for (const { user_id, wrapped } of rows) open(master, wrapped, user_id);
  } catch {
    throw new ConfigError(
      'the personal data of this database has another key: use the DATA_DIR or FANWATT_SECRET_VAULT that it was made with',
    );
  }
}

/**
 * Personal data under a key per person. Events and other tables carry references only.
 * @param master the master keys: they wrap every person's key
 */
export function openVault(pool: Pool, master: KeyRing, clock: Clock) {
  /** The persons' keys; missing ones are created, but not of deleted accounts. Concurrent callers get the same key. */
  async function keysOf(users: readonly string[], client: Pool | PoolClient): Promise<Map<string, Buffer>> {
    // In the order of the key: two of them do not wait for each other.
    const wanted = [...new Set(users)].toSorted();
    const fresh = wanted.map((user) => seal(master, randomBytes(32), user));
    const { rows } = await client.query<{ user_id: string; wrapped: Buffer }>({
      name: 'vault-keys',
      text: `WITH made AS (
               INSERT INTO accounts.person_keys (user_id, wrapped)
               SELECT * FROM unnest($1::text[], $2::bytea[]) AS person (user_id, wrapped)
                WHERE NOT EXISTS (SELECT FROM accounts.users u WHERE u.id = person.user_id AND deleted_at IS NOT NULL)
               ON CONFLICT (user_id) DO UPDATE SET user_id = excluded.user_id
               RETURNING user_id, wrapped
             ) SELECT * FROM made`,
      values: [wanted, fresh],
    });
    return new Map(rows.map((row) => [row.user_id, open(master, row.wrapped, row.user_id)]));
  }

  async function putMany(entries: readonly VaultEntry[], client: Pool | PoolClient): Promise<string[]> {
    if (entries.length === 0) return [];
    const keys = await keysOf(
      entries.map((entry) => entry.user_id),
      client,
    );
    const refs = entries.map((entry) => entry.ref ?? randomBytes(16).toString('hex'));
    const sealed = entries.map(({ user_id, kind, text }, at) => {
      const key = keys.get(user_id);
      if (key === undefined) throw new Error('the vault made no key for a person');
      return seal(key, Buffer.from(text), contextOf(refs[at] ?? '', user_id, kind));
    });
    await client.query({
      name: 'vault-put',
      text: `INSERT INTO accounts.vault (ref, user_id, kind, sealed)
             SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::bytea[]) ORDER BY 1
             ON CONFLICT (ref) DO NOTHING`,
      values: [refs, entries.map((entry) => entry.user_id), entries.map((entry) => entry.kind), sealed],
    });
    return refs;
  }

  async function read(refs: readonly string[], client?: PoolClient): Promise<Map<string, string>> {
    if (refs.length === 0) return new Map();
    const { rows } = await (client ?? pool).query<SealedRow>({
      name: 'vault-read',
      text: `SELECT vault.ref, vault.user_id, vault.kind, vault.sealed, person_keys.wrapped
               FROM accounts.vault JOIN accounts.person_keys USING (user_id)
              WHERE vault.ref = ANY ($1::text[])`,
      values: [refs],
    });
    return new Map(
      rows.map(({ ref, user_id, kind, sealed, wrapped }) => {
        const key = open(master, wrapped, user_id);
        return [ref, open(key, sealed, contextOf(ref, user_id, kind)).toString('utf8')];
      }),
    );
  }

  async function recordLook(staff: UserId, refs: readonly string[], reason: string): Promise<void> {
    if (refs.length === 0) return;
    await pool.query(
      `INSERT INTO accounts.staff_reads (staff_id, ref, reason, at)
       SELECT $1, ref, $3, $4 FROM unnest($2::text[]) AS ref`,
      [staff, refs, reason, clock.now()],
    );
  }

  return {
    /** @returns the reference under which the text can be read */
    async put(user_id: UserId, kind: VaultKind, text: string, client?: PoolClient): Promise<string> {
      const [ref] = await putMany([{ user_id, kind, text }], client ?? pool);
      if (ref === undefined) throw new Error('the vault gave no reference');
      return ref;
    },
    /** Stores many entries; existing references stay unchanged. Returns the references in order. */
    putMany: (entries: readonly VaultEntry[], client?: PoolClient): Promise<string[]> =>
      putMany(entries, client ?? pool),
    /** Another text under a reference; nothing when there is none (any more). */
    async replace(ref: string, text: string, client: PoolClient): Promise<void> {
      const { rows } = await client.query<Pick<SealedRow, 'user_id' | 'kind'> & { wrapped: Buffer }>(
        `SELECT user_id, kind, wrapped FROM accounts.vault JOIN accounts.person_keys USING (user_id)
          WHERE ref = $1 FOR UPDATE OF vault`,
        [ref],
      );
      for (const { user_id, kind, wrapped } of rows) {
        const key = open(master, wrapped, user_id);
        const sealed = seal(key, Buffer.from(text), contextOf(ref, user_id, kind));
        await client.query('UPDATE accounts.vault SET sealed = $2 WHERE ref = $1', [ref, sealed]);
      }
    },
    /** The values of the references; unknown and erased ones are omitted. */
    read,
    /** The same for staff: each look is recorded before anything is shown. */
    async readAsStaff(staff: UserId, refs: readonly string[], reason: string): Promise<Map<string, string>> {
      await recordLook(staff, refs, reason);
      return read(refs);
    },
    /** Records a look by staff at personal data: entries of the vault, `orders-of:` or `access-of:` a person. */
    recordLook,
    /** Removes entries without references; entries named by events must stay. */
    async forget(refs: readonly string[], client?: PoolClient): Promise<void> {
      await (client ?? pool).query('DELETE FROM accounts.vault WHERE ref = ANY ($1::text[])', [refs]);
    },
    /** Destroys the person's key and entries: the data cannot be read again, also in backups. */
    async erase(user: UserId, client?: PoolClient): Promise<void> {
      await (client ?? pool).query(
        `WITH key AS (DELETE FROM accounts.person_keys WHERE user_id = $1)
         DELETE FROM accounts.vault WHERE user_id = $1`,
        [user],
      );
    },
  };
}

export type Vault = ReturnType<typeof openVault>;
