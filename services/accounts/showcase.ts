import { sql } from 'kysely';
import type { Pool } from 'pg';
import { accountsDatabase } from './tables.ts';

/** A creator as shown on a card. */
export interface ShowcaseCreator {
  user_id: string;
  name: string;
  avatar: string;
  cover: string;
  url_slug: string;
  doing: string;
  category_id: string;
  is_verified: number;
  theme_color: string;
}

export interface ShowcaseQuery {
  category_id: string;
  /** Part of the name or of what is being made. */
  search: string;
  page: number;
  per_page: number;
}

/** Creators as visitors find them: verified ones first, then those longest here. */
export interface Showcase {
  list(query: ShowcaseQuery): Promise<{ list: ShowcaseCreator[]; total: number }>;
}

export function openShowcase(pool: Pool): Showcase {
  const db = accountsDatabase(pool);
  return {
    async list({ category_id, search, page, per_page }) {
      const pattern = `%${search.replace(/[\\%_]/g, (character) => `\\${character}`)}%`;
      let creators = db
        .selectFrom('accounts.creators as creators')
        .innerJoin('accounts.users as users', 'users.id', 'creators.user_id')
        .where('creators.status', '>', 0)
        .where('users.status', '=', 2);
      if (category_id !== '') creators = creators.where('creators.category_id', '=', category_id);
      if (search !== '') {
        creators = creators.where((row) =>
          row.or([row('users.name', 'ilike', pattern), row('creators.doing', 'ilike', pattern)]),
        );
      }
      const list = await creators
        .select(['users.id as user_id', 'users.name', 'users.avatar', 'users.cover', 'users.url_slug'])
        .select(['users.is_verified', 'creators.doing', 'creators.category_id', 'creators.theme_color'])
        .orderBy('users.is_verified', 'desc')
        .orderBy('creators.created_at')
        .orderBy('users.id')
        .limit(per_page)
        .offset((page - 1) * per_page)
        .execute();
      const { total } = await creators
        .select(sql<number>`count(*)::int`.as('total'))
        .executeTakeFirstOrThrow();
      return { list, total };
    },
  };
}
