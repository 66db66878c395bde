import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';
import { asUserId, type UserId } from '#events/ids.ts';
import { hasVisible } from '#services/contract/fields/typed.ts';
import type { BlindIndex } from '#services/modules/messages/account-name.ts';
import type { Listener } from '#services/runtime/listener.ts';
import { anyOf, queriesOn } from '#services/runtime/queries.ts';
import { atMost } from '#services/runtime/weight.ts';
import { contactNameSubject, searchableNames } from './contacts.ts';
import { hasParts } from './creator-names.ts';
import { ACCOUNT_CHANGED } from './sessions.ts';
import type { Vault } from './vault.ts';

/** The name and picture shown with an order or on a thank-you page. */
export interface DirectoryUser {
  user_id: UserId;
  name: string;
  avatar: string;
  url_slug: string;
  /** An imported contact; only its creator sees the name. */
  imported: boolean;
  /** False: public lists of supporters leave the name out. */
  shown_as_supporter: boolean;
}

const CACHED = 20_000;
const CACHE_MS = 300_000;
const MAX_FOUND = 1000;

interface DirectoryOptions {
  pool: Pool;
  vault: Vault;
  index: BlindIndex;
  listener: Listener;
}

/** Names and pictures of users, in bulk. */
export async function openDirectory(options: DirectoryOptions) {
  const { pool, vault, index, listener } = options;
  const cache = new LRUCache<string, DirectoryUser>({ ...atMost(CACHED), ttl: CACHE_MS });
  // A value read before a change must not enter the cache after it.
  let changes = 0;
  await listener.on(
    ACCOUNT_CHANGED,
    (user) => {
      changes += 1;
      cache.delete(user);
    },
    () => {
      changes += 1;
      cache.clear();
    },
  );

  async function load(ids: readonly UserId[]): Promise<DirectoryUser[]> {
    const before = changes;
    const found = queriesOn(pool).selectFrom('accounts.users').where('id', '=', anyOf(ids));
    const rows = await found
      .select(['id', 'name', 'avatar', 'url_slug', 'imported_by', 'name_ref', 'shown_as_supporter'])
      .execute();
    const refs = rows.flatMap((row) => (row.name_ref === null ? [] : [row.name_ref]));
    const names = await vault.read(refs);
    const users = rows.map(
      (row): DirectoryUser => ({
        user_id: row.id,
        name: row.name_ref === null ? row.name : (names.get(row.name_ref) ?? ''),
        avatar: row.avatar,
        url_slug: row.url_slug,
        imported: row.imported_by !== null,
        shown_as_supporter: row.shown_as_supporter,
      }),
    );
    if (changes === before) for (const user of users) cache.set(user.user_id, user);
    return users;
  }

  return {
    /** An entry for every id: one that is unknown or erased has an empty name. */
    async usersByIds(ids: readonly string[]): Promise<Map<string, DirectoryUser>> {
      const found = new Map<string, DirectoryUser>();
      const missing = new Set<string>();
      for (const id of ids) {
        const cached = cache.get(id);
        if (cached) found.set(id, cached);
        else missing.add(id);
      }
      const loaded = missing.size > 0 ? await load([...missing].map(asUserId)) : [];
      for (const user of loaded) found.set(user.user_id, user);
      for (const id of missing) {
        if (!found.has(id)) {
          const unknown = { name: '', avatar: '', url_slug: '', imported: false, shown_as_supporter: false };
          found.set(id, { user_id: id as UserId, ...unknown });
        }
      }
      return found;
    },
    /**
     * Ids of users whose name contains the text, at most 1,000. Imported contacts of this creator match by the full
     * name only.
     */
    async searchByName(text: string, creator: UserId): Promise<UserId[]> {
      const wanted = text.trim();
      if (!hasVisible(wanted)) return [];
      const contacts = searchableNames(wanted).flatMap((name) =>
        index.all(contactNameSubject(creator), name),
      );
      const { rows } = await pool.query<{ id: UserId }>(
        `SELECT id FROM accounts.users
          WHERE (imported_by = $2 AND name_index = ANY ($3))
             OR (imported_by IS NULL AND strpos(name_folded, accounts.folded($1)) > 0)
          LIMIT ${MAX_FOUND}`,
        [wanted, creator, contacts],
      );
      return rows.map((row) => row.id);
    },
    /** Ids of creators whose name contains the text, or whose page has this address; at most 1,000. */
    async searchCreators(text: string): Promise<UserId[]> {
      const wanted = text.trim();
      if (!hasVisible(wanted)) return [];
      const found = await queriesOn(pool)
        .selectFrom('accounts.creators as creators')
        .innerJoin('accounts.users as users', 'users.id', 'creators.user_id')
        .where(hasParts('users.id', wanted))
        .where((is) =>
          is.or([
            sql<boolean>`strpos(users.name_folded, accounts.folded(${wanted})) > 0`,
            sql<boolean>`lower(users.url_slug) = accounts.folded(${wanted})`,
          ]),
        )
        .select('users.id')
        .limit(MAX_FOUND)
        .execute();
      return found.map(({ id }) => id);
    },
  };
}

export type Directory = Awaited<ReturnType<typeof openDirectory>>;

export type Named = (user_id: string) => { user_id: string; name: string } | null;

/** Names of people by their ids; empty ids are ignored. */
export async function namesOf(directory: Directory, users: readonly string[]): Promise<Named> {
  const ids = [...new Set(users)].filter((id) => id !== '').map(asUserId);
  const known = await directory.usersByIds(ids);
  return (user_id) => (user_id === '' ? null : { user_id, name: known.get(asUserId(user_id))?.name ?? '' });
}
