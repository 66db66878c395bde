import { type RawBuilder, sql } from 'kysely';
import type { Pool } from 'pg';
import { GOAL_TYPE, USER_STATUS } from '#events/status.ts';
import type { Millis } from '#events/time.ts';
import { queriesOn } from '#services/runtime/queries.ts';
import { hasParts } from './creator-names.ts';
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
  /** Of the goal nearest to its target, 0 to 0.9999; null in other orders */
  goal_percent: number | null;
}

interface ShowcaseQuery {
  category_id: string;
  /** Part of the name, of the page's address or of the description of the work; without one, only recommended creators are listed. */
  search: string;
  /** Which follow certified ones and those of `first`; without it the oldest do. `goal`: only creators with an open goal. */
  order?: 'hot' | 'new' | 'goal' | 'old';
  /** Ids of creators to show before all others, in this order. */
  first?: readonly string[];
  page: number;
  per_page: number;
  now: Millis;
}

const WITH_GOALS = sql<string>`(SELECT creator_id FROM relations.near_goals)`;

/** How near the nearest of a creator's goals is that run now; null without one. Not of goals that show what the creator hides. */
const nearestGoal = (now: Millis) => sql<number | null>`(
  SELECT max(g.share) / 10000.0::float8 FROM relations.near_goals g
   WHERE g.creator_id = creators.user_id AND g.from_at <= ${now} AND ${now} < g.until_at
     AND CASE g.type WHEN ${GOAL_TYPE.sponsor} THEN creators.privacy_public_sponsor
                     ELSE creators.privacy_public_income END)`;

/** A creator without a score is as hot as a new post without people. */
const ordersAt = (now: Millis) => ({
  hot: sql`greatest(creators.hot_score, creators.created_at / 1000) DESC`,
  new: sql`creators.created_at DESC`,
  old: sql`creators.created_at`,
  goal: sql`${nearestGoal(now)} DESC`,
});

/** Creators as visitors find them: certified ones first. */
export interface Showcase {
  list(query: ShowcaseQuery): Promise<{ list: ShowcaseCreator[]; total: number }>;
}

export function openShowcase(pool: Pool): Showcase {
  return {
    async list({ category_id, search, order = 'old', first = [], page, per_page, now }) {
      const contains = (text: RawBuilder<unknown>) =>
        sql<boolean>`strpos(${text}, accounts.folded(${search})) > 0`;
      const goal_percent = nearestGoal(now);
      const isByGoal = order === 'goal';
      const found = queriesOn(pool)
        .selectFrom('accounts.creators as creators')
        .innerJoin('accounts.users as users', 'users.id', 'creators.user_id')
        .where('creators.status', '>', 0)
        .where('users.status', '=', USER_STATUS.shown)
        .$if(search === '', (all) => all.where(sql<boolean>`NOT ${sql.raw(isNotRecommended('users.id'))}`))
        .$if(category_id !== '', (all) => all.where('creators.category_id', '=', category_id))
        .$if(isByGoal, (all) =>
          all.where(sql<boolean>`users.id IN ${WITH_GOALS} AND ${goal_percent} IS NOT NULL`),
        )
        .$if(search !== '', (all) => all.where(hasParts('users.id', search)))
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
          .select((isByGoal ? goal_percent : sql<null>`NULL`).as('goal_percent'))
          .orderBy(sql`array_position(${first}::text[], users.id::text)`)
          .orderBy('users.is_verified', 'desc')
          .orderBy(ordersAt(now)[order])
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
