import { sql } from 'kysely';
import type { Pool } from 'pg';
import type { UserId } from '#events/ids.ts';
import type { Clock } from '#services/runtime/clock.ts';
import { ACCOUNT_CHANGED } from './sessions.ts';
import { accountsDatabase } from './tables.ts';

export interface CreatorProfile {
  status: number;
  doing: string;
  category_id: string;
  /** What is made: 1 or 2 (creator specification 9). */
  type: number;
  detail: string;
  /** 1 none, 2 corner, 3 tiled. */
  watermark: number;
  theme_color: string;
}

export interface UserProfile {
  user_id: UserId;
  name: string;
  avatar: string;
  cover: string;
  url_slug: string;
  is_verified: number;
  /** Milliseconds. */
  created_at: number;
  creator: CreatorProfile | null;
}

/** The creator form; a field left out of it keeps its value. */
export interface CreatorForm {
  name: string;
  doing: string;
  category_id: string;
  type: number;
  detail: string;
  url_slug: string;
  cover: string;
  avatar: string;
  watermark: number;
  theme_color?: string | undefined;
  created_at?: number;
}

export interface Profiles {
  byId(user: string): Promise<UserProfile | undefined>;
  /** Case does not matter. Only creators have a slug. */
  bySlug(slug: string): Promise<UserProfile | undefined>;
  /** The first call makes the user a creator. `slug_taken` when somebody else's page has the slug. */
  editCreator(user: UserId, form: CreatorForm): Promise<'saved' | 'slug_taken'>;
  editUser(user: UserId, edit: { name: string; avatar?: string; cover?: string }): Promise<void>;
}

const UNIQUE_VIOLATION = '23505';

const isSlugTaken = (error: unknown): boolean =>
  error instanceof Error &&
  Reflect.get(error, 'code') === UNIQUE_VIOLATION &&
  Reflect.get(error, 'constraint') === 'users_by_slug';

interface ProfileRow {
  id: string;
  name: string;
  avatar: string;
  cover: string;
  url_slug: string;
  is_verified: number;
  created_at: number | string;
  creator_status: number | null;
  doing: string | null;
  category_id: string | null;
  type: number | null;
  detail: string | null;
  watermark: number | null;
  theme_color: string | null;
}

const profileOf = (row: ProfileRow): UserProfile => ({
  // The column holds nothing but ids that this program drew.
  user_id: row.id as UserId,
  name: row.name,
  avatar: row.avatar,
  cover: row.cover,
  url_slug: row.url_slug,
  is_verified: row.is_verified,
  created_at: Number(row.created_at),
  creator:
    row.creator_status === null
      ? null
      : {
          status: row.creator_status,
          doing: row.doing ?? '',
          category_id: row.category_id ?? '',
          type: row.type ?? 1,
          detail: row.detail ?? '',
          watermark: row.watermark ?? 1,
          theme_color: row.theme_color ?? '',
        },
});

export function openProfiles(pool: Pool, clock: Clock): Profiles {
  const db = accountsDatabase(pool);

  /** Users who are shown: not hidden, not banned, no imported contacts. */
  const shown = () =>
    db
      .selectFrom('accounts.users as users')
      .leftJoin('accounts.creators as creators', 'creators.user_id', 'users.id')
      .select(['users.id', 'users.name', 'users.avatar', 'users.cover', 'users.url_slug', 'users.created_at'])
      .select(['users.is_verified', 'creators.status as creator_status', 'creators.doing'])
      .select(['creators.category_id', 'creators.type', 'creators.detail'])
      .select(['creators.watermark', 'creators.theme_color'])
      .where('users.status', '=', 2)
      .where('users.imported_by', 'is', null);

  return {
    async byId(user) {
      const row = await shown().where('users.id', '=', user).executeTakeFirst();
      return row && profileOf(row);
    },
    async bySlug(slug) {
      const row = await shown()
        .where('users.url_slug', '<>', '')
        .where(sql`lower(users.url_slug)`, '=', slug.toLowerCase())
        .executeTakeFirst();
      return row && profileOf(row);
    },
    async editCreator(user, { name, avatar, cover, url_slug, created_at, ...form }) {
      try {
        await db.transaction().execute(async (transaction) => {
          await transaction
            .updateTable('accounts.users')
            .set({ name, avatar, cover, url_slug })
            .where('id', '=', user)
            .execute();
          const { theme_color, ...fields } = form;
          const chosen = theme_color === undefined ? fields : { ...fields, theme_color };
          await transaction
            .insertInto('accounts.creators')
            .values({ user_id: user, created_at: created_at ?? clock.now(), ...chosen })
            .onConflict((conflict) => conflict.column('user_id').doUpdateSet(chosen))
            .execute();
          await sql`SELECT pg_notify(${ACCOUNT_CHANGED}, ${user})`.execute(transaction);
        });
        return 'saved';
      } catch (error) {
        if (isSlugTaken(error)) return 'slug_taken';
        throw error;
      }
    },
    async editUser(user, edit) {
      await db.updateTable('accounts.users').set(edit).where('id', '=', user).execute();
      await sql`SELECT pg_notify(${ACCOUNT_CHANGED}, ${user})`.execute(db);
    },
  };
}
