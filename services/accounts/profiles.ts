import { sql, type Updateable } from 'kysely';
import type { Pool, PoolClient } from 'pg';
import type { UserId } from '#events/ids.ts';
import { USER_STATUS } from '#events/status.ts';
import type { Clock } from '#services/runtime/clock.ts';
import { queriesOn } from '#services/runtime/queries.ts';
import type { Tables } from '#services/runtime/tables.gen.ts';
import { inTransaction } from '#services/runtime/transaction.ts';
import { ACCOUNT_CHANGED } from './sessions.ts';

interface CreatorProfile {
  status: number;
  doing: string;
  category_id: string;
  /** The kind of content: 1 or 2 (creator specification 9). */
  type: number;
  detail: string;
  /** 1 none, 2 corner, 3 tiled. */
  watermark: number;
  theme_color: string;
  /** Products that the page shows at first, 0 to 9; −1: all of them. */
  limit_show_product_count: number;
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

/** The creator form; an omitted field keeps its value. */
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
  /** The first call makes the user a creator. `slug_taken`: another creator's page has the slug. */
  editCreator(user: UserId, form: CreatorForm): Promise<'saved' | 'slug_taken'>;
  /** How many products the page shows at first; −1: all of them. */
  setShopCount(user: UserId, count: number): Promise<void>;
  editUser(user: UserId, edit: { name: string; avatar?: string; cover?: string }): Promise<void>;
  /** Whether public lists of supporters show the user's name. */
  isShownAsSupporter(user: UserId): Promise<boolean>;
  setShownAsSupporter(user: UserId, shown: boolean): Promise<void>;
}

/** Creator specification 9. */
const DEFAULT_THEME = 'rgb(148,108,230)';
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
  limit_show_product_count: number | null;
}

const profileOf = (row: ProfileRow): UserProfile => ({
  // The column contains only ids that this program generated.
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
          limit_show_product_count: row.limit_show_product_count ?? -1,
        },
});

/** Users who are shown: not hidden, not banned, no imported contacts. */
const SHOWN = `
  SELECT users.id, users.name, users.avatar, users.cover, users.url_slug, users.created_at, users.is_verified,
         creators.status AS creator_status, creators.doing, creators.category_id, creators.type,
         creators.detail, creators.watermark, creators.theme_color, creators.limit_show_product_count
    FROM accounts.users LEFT JOIN accounts.creators ON creators.user_id = users.id
   WHERE users.status = ${USER_STATUS.shown} AND users.imported_by IS NULL`;

async function saveCreator(client: PoolClient, user: UserId, form: CreatorForm, now: number): Promise<void> {
  const { name, avatar, cover, url_slug, created_at = now, theme_color = DEFAULT_THEME } = form;
  const { doing, category_id, type, detail, watermark } = form;
  const users = queriesOn(client).updateTable('accounts.users').where('id', '=', user);
  await users.set({ name, avatar, cover, url_slug }).execute();
  const edited = { doing, category_id, type, detail, watermark };
  await queriesOn(client)
    .insertInto('accounts.creators')
    .values({ ...edited, user_id: user, created_at, theme_color })
    // Without a new theme the earlier one stays.
    .onConflict((on) => on.column('user_id').doUpdateSet({ ...edited, theme_color: form.theme_color }))
    .execute();
  await client.query('SELECT pg_notify($1, $2)', [ACCOUNT_CHANGED, user]);
}

export function openProfiles(pool: Pool, clock: Clock): Profiles {
  // The change and its news are one statement.
  const newsOf = (user: UserId) => sql`pg_notify(${ACCOUNT_CHANGED}, ${user})`.as('news');

  async function edit(user: UserId, row: Updateable<Tables['accounts.users']>): Promise<void> {
    await queriesOn(pool)
      .with('edited', (on) => on.updateTable('accounts.users').set(row).where('id', '=', user))
      .selectNoFrom(newsOf(user))
      .execute();
  }

  async function find(name: string, condition: string, value: string): Promise<UserProfile | undefined> {
    const { rows } = await pool.query<ProfileRow>({
      name: `profile-${name}`,
      text: `${SHOWN} AND ${condition}`,
      values: [value],
    });
    return rows[0] && profileOf(rows[0]);
  }

  return {
    byId: (user) => find('by-id', 'users.id = $1', user),
    bySlug: (slug) => find('by-slug', `users.url_slug <> '' AND lower(users.url_slug) = lower($1)`, slug),
    async editCreator(user, form) {
      try {
        await inTransaction(pool, (client) => saveCreator(client, user, form, clock.now()));
        return 'saved';
      } catch (error) {
        if (isSlugTaken(error)) return 'slug_taken';
        throw error;
      }
    },
    async setShopCount(user, limit_show_product_count) {
      const changed = { limit_show_product_count };
      await queriesOn(pool)
        .with('edited', (on) => on.updateTable('accounts.creators').set(changed).where('user_id', '=', user))
        .selectNoFrom(newsOf(user))
        .execute();
    },
    editUser: (user, { name, avatar, cover }) => edit(user, { name, avatar, cover }),
    async isShownAsSupporter(user) {
      const found = queriesOn(pool).selectFrom('accounts.users').select('shown_as_supporter');
      return (await found.where('id', '=', user).executeTakeFirst())?.shown_as_supporter ?? false;
    },
    setShownAsSupporter: (user, shown_as_supporter) => edit(user, { shown_as_supporter }),
  };
}
