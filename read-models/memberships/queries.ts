import { type Expression, sql } from 'kysely';
import { anyOf, type Params, paged, queriesOf, query, type RowOf, seconds, single } from '../engine/query.ts';
import { MEMBERSHIP_SPANS } from './tables.ts';

const models = ['memberships'];

interface Of {
  creator_id: string;
  /** The moment, Unix milliseconds. */
  at: number;
}

const running = (at: Expression<number>) =>
  sql<boolean>`from_at <= ${at} AND (until_at IS NULL OR until_at > ${at})`;

const spans = queriesOf(MEMBERSHIP_SPANS).selectFrom('membership_spans as s');
const memberships = spans.select([
  ...(['creator_id', 'user_id', 'plan_id', 'plan_name', 'independent'] as const),
  seconds('from_at').as('from'),
  // null never ends
  seconds<number | null>('until_at').as('until'),
  // the monthly amount in fen
  sql<number>`round(paid::numeric / months)`.as('recurring'),
]);

/** One row: fans with a live membership at a time, and the monthly amount of their memberships in fen. */
export const membersAt = single(models, ({ creator_id, at }: Params<Of>) =>
  spans
    .where('creator_id', '=', creator_id)
    .where(running(at))
    .select([
      sql<number>`count(DISTINCT user_id)`.as('members'),
      sql<number>`coalesce(sum(round(paid::numeric / months)) FILTER (WHERE until_at IS NOT NULL), 0)`.as(
        'recurring',
      ),
    ]),
);

/** A page of the memberships that ran at a moment, those that end first in front. */
export const membersPage = paged(models, ({ creator_id, at }: Params<Of>) =>
  memberships
    .where('creator_id', '=', creator_id)
    .where(running(at))
    .orderBy('until_at', (order) => order.asc().nullsLast())
    .orderBy('span'),
);

/** Memberships of a fan that run at a moment, with all creators, newest first. */
export const membershipsOf = query(models, ({ user_id, at }: Params<{ user_id: string; at: number }>) =>
  memberships.where('user_id', '=', user_id).where(running(at)).orderBy('span', 'desc'),
);
export type MembershipSpan = RowOf<typeof membershipsOf>;

/** A fan's memberships that ended within a time (milliseconds) and were not followed by another, at most 20. */
export const endedMemberships = query(
  models,
  ({ user_id, at, within }: Params<{ user_id: string; at: number; within: number }>) =>
    memberships
      .where('user_id', '=', user_id)
      .where(sql<boolean>`until_at > ${at} - ${within}::bigint AND until_at <= ${at}`)
      .where(
        sql<boolean>`
          NOT EXISTS (SELECT 1 FROM rm.membership_spans n
                       WHERE n.creator_id = s.creator_id AND n.user_id = s.user_id AND n.span > s.span
                         AND n.independent = s.independent AND (n.plan_id = s.plan_id OR NOT n.independent))`,
      )
      .orderBy('until_at', 'desc')
      .orderBy('span', 'desc')
      .limit(20),
);

/** Memberships of these fans with one creator that run at a moment, newest first. */
export const membershipsWith = query(
  models,
  ({ creator_id, users, at }: Params<Of & { users: readonly string[] }>) =>
    memberships
      .where('creator_id', '=', creator_id)
      .where('user_id', '=', anyOf(users))
      .where(running(at))
      .orderBy('span', 'desc'),
);
