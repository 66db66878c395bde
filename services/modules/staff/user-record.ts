import { sql } from 'kysely';
import type { Pool } from 'pg';
import { asUserId, type UserId } from '#events/ids.ts';
import { queriesOn } from '#services/runtime/queries.ts';

/** A person as an admin finds them, hidden and banned ones, too; not deleted ones and imported contacts. */
export interface UserRecord {
  user_id: UserId;
  name: string;
  avatar: string;
  url_slug: string;
  status: number;
  is_verified: number;
  is_creator: boolean;
  /** Milliseconds. */
  created_at: number;
  taken: string[];
  special: string[];
  roles: string[];
}

/** By id, or by the address of the creator's page (case does not matter). */
export async function userRecord(
  pool: Pool,
  by: { user_id: string } | { url_slug: string },
): Promise<UserRecord | undefined> {
  const row = await queriesOn(pool)
    .selectFrom('accounts.users as u')
    .where('u.deleted_at', 'is', null)
    .where('u.imported_by', 'is', null)
    .where((eb) =>
      'user_id' in by
        ? eb('u.id', '=', asUserId(by.user_id))
        : eb.and([eb('u.url_slug', '<>', ''), eb(sql`lower(u.url_slug)`, '=', by.url_slug.toLowerCase())]),
    )
    .select(['u.id', 'u.name', 'u.avatar', 'u.url_slug', 'u.status', 'u.is_verified'])
    .select([
      sql<number>`u.created_at::float8`.as('created_at'),
      sql<boolean>`EXISTS (SELECT FROM accounts.creators c WHERE c.user_id = u.id AND c.status > 0)`.as(
        'is_creator',
      ),
      sql<string[]>`ARRAY (SELECT name FROM accounts.rights_taken t WHERE t.user_id = u.id)`.as('taken'),
      sql<string[]>`ARRAY (SELECT name FROM accounts.special_rights g WHERE g.user_id = u.id)`.as('special'),
      sql<string[]>`ARRAY (SELECT role FROM accounts.roles r WHERE r.user_id = u.id ORDER BY role)`.as(
        'roles',
      ),
    ])
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { id, ...rest } = row;
  return { ...rest, user_id: asUserId(id) };
}
