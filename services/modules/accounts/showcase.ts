import { type RawBuilder, sql } from 'kysely';
import type { Pool } from 'pg';
import { USER_STATUS } from '#events/status.ts';
import { queriesOn } from '#services/runtime/queries.ts';
import { isNotRecommended } from './rights.ts';

/** A creator as shown on a card. */
interface ShowcaseCreator {
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

interface ShowcaseQuery {
  category_id: string;
  /** Part of the name, of the page's address or of the description of the work; without one, only recommended creators are listed. */
  search: string;
  /** Which follow certified ones and those of `first`; without it the oldest do. */
  order?: 'hot' | 'new';
  /** Ids of creators to show before all others, in this order. */
  first?: readonly string[];
  page: number;
  per_page: number;
}

/** A creator without a score is as hot as a new post without people. */
const ORDERS = {
  hot: sql`greatest(creators.hot_score, creators.created_at / 1000) DESC`,
  new: sql`creators.created_at DESC`,
  old: sql`creators.created_at`,
};

/** Creators as visitors find them: certified ones first. */
export interface Showcase {
  list(query: ShowcaseQuery): Promise<{ list: ShowcaseCreator[]; total: number }>;
}

export function openShowcase(pool: Pool): Showcase {
  return {
    async list({ category_id, search, order, first = [], page, per_page }) {
      const contains = (text: RawBuilder<unknown>) =>
        sql<boolean>`strpos(${text}, accounts.folded(${search})) > 0`;
      const found = queriesOn(pool)
        .selectFrom('accounts.creators as creators')
        .innerJoin('accounts.users as users', 'users.id', 'creators.user_id')
        .where('creators.status', '>', 0)
        .where('users.status', '=', USER_STATUS.shown)
        .$if(search === '', (all) => all.where(sql<boolean>`NOT ${sql.raw(isNotRecommended('users.id'))}`))
        .$if(category_id !== '', (all) => all.where('creators.category_id', '=', category_id))
        .where((is) =>
          is.or([
            contains(sql`users.name_folded`),
            contains(sql`accounts.folded(creators.doing)`),
            contains(sql`lower(users.url_slug)`),
          ]),
        );
      const [list, { total }] = await Promise.all([
        found
          .select(['users.id as user_id', 'users.name', 'users.avatar', 'users.cover', 'users.url_slug'])
          .select(['users.is_verified', 'creators.doing', 'creators.category_id', 'creators.theme_color'])
          .orderBy(sql`array_position(${first}::text[], users.id::text)`)
          .orderBy('users.is_verified', 'desc')
          .orderBy(ORDERS[order ?? 'old'])
          .orderBy('users.id')
          .limit(per_page)
          .offset((page - 1) * per_page)
          .execute(),
        found.select((is) => is.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
      ]);
      return { list, total };
    },
  };
}
