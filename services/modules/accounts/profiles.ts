import { sql, type Updateable } from 'kysely';
import type { Pool, PoolClient } from 'pg';
import type { UserId } from '#events/ids.ts';
import { USER_STATUS } from '#events/status.ts';
import type { Clock } from '#services/runtime/clock.ts';
import { queriesOn } from '#services/runtime/queries.ts';
import type { Tables } from '#services/runtime/tables.gen.ts';
import { inTransaction } from '#services/runtime/transaction.ts';
import { lockPerson } from './person-lock.ts';
import { isNotRecommended } from './rights.ts';
import { ACCOUNT_CHANGED } from './sessions.ts';
import { DEFAULT_THEME } from './themes.ts';

/** Settings of the page; each is saved immediately by a call. */
interface PageSettings {
  /** Products that the page shows at first, 0 to 9; −1: all of them. */
  limit_show_product_count: number;
  /** Where the entry for a custom amount is (events/status.ts), and its text. */
  custom_plan: number;
  custom_plan_desc: string;
  show_album: boolean;
  show_shop: boolean;
  /** Whether others see who the sponsors are. */
  show_sponsor_list: boolean;
  can_copy_text: boolean;
  can_copy_pic: boolean;
  /** If others see amounts that fans paid, or counts that reveal them. */
  privacy_public_income: boolean;
  /** Whether others see sponsors and how many there are. */
  privacy_public_sponsor: boolean;
}

interface CreatorProfile extends PageSettings {
  status: number;
  doing: string;
  category_id: string;
  /** The kind of content: 1 or 2 (creator specification 9). */
  type: number;
  detail: string;
  /** Of events/status.ts. */
  watermark: number;
  theme_color: string;
  /** The colour of the custom theme; empty: none was chosen yet. */
  custom_theme: string;
}

export interface UserProfile {
  user_id: UserId;
  name: string;
  avatar: string;
  cover: string;
  url_slug: string;
  is_verified: number;
  /** 1: without the right to be recommended. */
  is_not_rec: number;
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

const UNIQUE_VIOLATION = '23505';

const isSlugTaken = (error: unknown): boolean =>
  error instanceof Error &&
  Reflect.get(error, 'code') === UNIQUE_VIOLATION &&
  Reflect.get(error, 'constraint') === 'users_by_slug';

interface ProfileRow extends Omit<UserProfile, 'created_at'> {
  created_at: number | string;
}

/** A user's profile, without imported contacts. */
const PROFILE = `
  SELECT users.id AS user_id, users.name, users.avatar, users.cover, users.url_slug, users.created_at, users.is_verified,
         (${isNotRecommended('users.id')})::int AS is_not_rec,
         (SELECT row_to_json(own) FROM (SELECT
            creators.status, doing, category_id, type, detail, watermark, theme_color, custom_theme, limit_show_product_count,
            custom_plan, custom_plan_desc,
            show_album, show_shop, show_sponsor_list, can_copy_text, can_copy_pic,
            privacy_public_income, privacy_public_sponsor
            FROM accounts.creators WHERE creators.user_id = users.id) AS own) AS creator
    FROM accounts.users
   WHERE users.imported_by IS NULL`;
/** Users who are shown: not hidden, not banned. */
const SHOWN = `${PROFILE} AND users.status = ${USER_STATUS.shown}`;
/** Users who can sign in: also those who are hidden. */
const OWN = `${PROFILE} AND users.status <> ${USER_STATUS.banned}`;

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

export function openProfiles(pool: Pool, clock: Clock) {
  // The change and its news are one statement.
  const noticeOf = (user: UserId) => sql`pg_notify(${ACCOUNT_CHANGED}, ${user})`.as('news');

  async function edit(user: UserId, row: Updateable<Tables['accounts.users']>): Promise<void> {
    await queriesOn(pool)
      .with('edited', (on) => on.updateTable('accounts.users').set(row).where('id', '=', user))
      .selectNoFrom(noticeOf(user))
      .execute();
  }

  async function find(
    name: string,
    condition: string,
    value: string,
    of = SHOWN,
  ): Promise<UserProfile | undefined> {
    const { rows } = await pool.query<ProfileRow>({
      name: `profile-${name}`,
      text: `${of} AND ${condition}`,
      values: [value],
    });
    return rows[0] && { ...rows[0], created_at: Number(rows[0].created_at) };
  }

  return {
    byId: (user: string): Promise<UserProfile | undefined> => find('by-id', 'users.id = $1', user),
    /** For the person: hidden people have their own profile. */
    own: (user: string): Promise<UserProfile | undefined> => find('own', 'users.id = $1', user, OWN),
    /** Case does not matter. Only creators have a slug. */
    bySlug: (slug: string): Promise<UserProfile | undefined> =>
      find('by-slug', `users.url_slug <> '' AND lower(users.url_slug) = lower($1)`, slug),
    /** The first call makes the user a creator. `slug_taken`: another creator's page has the slug. */
    async editCreator(user: UserId, form: CreatorForm): Promise<'saved' | 'slug_taken'> {
      try {
        await inTransaction(pool, (client) => saveCreator(client, user, form, clock.now()));
        return 'saved';
      } catch (error) {
        if (isSlugTaken(error)) return 'slug_taken';
        throw error;
      }
    },
    async setPage(user: UserId, change: Partial<Omit<CreatorProfile, 'status'>>): Promise<void> {
      if (Object.keys(change).length === 0) return;
      await inTransaction(pool, async (client) => {
        // A change of the description locks the person, too: after the page it would wait for who has the person.
        await lockPerson(client, user);
        await queriesOn(client)
          .with('edited', (on) => on.updateTable('accounts.creators').set(change).where('user_id', '=', user))
          .selectNoFrom(noticeOf(user))
          .execute();
      });
    },
    editUser: (
      user: UserId,
      { name, avatar, cover }: { name: string; avatar?: string; cover?: string },
    ): Promise<void> => edit(user, { name, avatar, cover }),
    /** Whether public lists of supporters show the user's name. */
    async isShownAsSupporter(user: UserId): Promise<boolean> {
      const found = queriesOn(pool).selectFrom('accounts.users').select('shown_as_supporter');
      return (await found.where('id', '=', user).executeTakeFirst())?.shown_as_supporter ?? false;
    },
    /** Whether visits of the person are counted in the statistics of creators. */
    async isVisitCounted(user: UserId): Promise<boolean> {
      const found = queriesOn(pool).selectFrom('accounts.users').select('visits_counted');
      return (await found.where('id', '=', user).executeTakeFirst())?.visits_counted ?? false;
    },
    setVisitCounted: (user: UserId, visits_counted: boolean): Promise<void> => edit(user, { visits_counted }),
    setShownAsSupporter: (user: UserId, shown_as_supporter: boolean): Promise<void> =>
      edit(user, { shown_as_supporter }),
  };
}
