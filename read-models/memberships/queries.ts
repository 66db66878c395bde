import { type Expression, sql } from 'kysely';
import { DAY_MS } from '#events/time.ts';
import {
  anyOf,
  type PageRange,
  type Params,
  queriesOf,
  query,
  type RowOf,
  seconds,
  single,
  unplanned,
} from '../engine/query.ts';
import { HALF_HOUR_MS } from './member-changes.ts';
import { ENDS_AT, MEMBERSHIP_SPANS } from './tables.ts';

const models = ['memberships'];

interface Of {
  creator_id: string;
  /** The moment, Unix milliseconds. */
  at: number;
}

const ENDS = sql<number>`${sql.raw(ENDS_AT)}`;
const running = (at: Expression<number>) => sql<boolean>`from_at <= ${at} AND ${ENDS} > ${at}`;

const RECURRING = sql<number>`round(paid::numeric / months)`;
const spans = queriesOf(MEMBERSHIP_SPANS).selectFrom('membership_spans as s');
const memberships = spans.select([
  'creator_id',
  'user_id',
  'plan_id',
  'plan_name',
  'independent',
  seconds('from_at').as('from'),
  // null never ends
  seconds<number | null>('until_at').as('until'),
  // the monthly amount in fen
  RECURRING.as('recurring'),
]);

/**
 * One row: fans with a live membership at a moment, their memberships, and the monthly amount in fen of those that
 * end. Stored changes of whole days, then of half hours; in the last half hour, the spans themselves.
 */
export const membersAt = single(models, ({ creator_id, at }: Params<Of>) => {
  const startOf = (length: number) => sql`(${at}::bigint / ${sql.lit(length)} * ${sql.lit(length)})`;
  const day = startOf(DAY_MS);
  const half = startOf(HALF_HOUR_MS);
  /** The count of running spans now, less the same just before the half hour. */
  const change = (count: string, which = 'true') => {
    const countAt = (moment: Expression<number>) =>
      sql`coalesce((SELECT ${sql.raw(count)} FROM s WHERE ${running(moment)} AND ${sql.raw(which)}), 0)`;
    return sql`${countAt(at)} - ${countAt(sql`(${half} - 1)`)}`;
  };
  const changes = (length: number, from: Expression<unknown>, to: Expression<unknown>) => sql`
    SELECT members, memberships, recurring FROM rm.member_changes
     WHERE creator_id = ${creator_id} AND length = ${sql.lit(length)} AND begins >= ${from} AND begins < ${to}`;
  return sql<{ members: number; memberships: number; recurring: number }>`
    WITH moved AS (
      SELECT user_id FROM rm.membership_spans WHERE creator_id = ${creator_id} AND from_at BETWEEN ${half} AND ${unplanned(at)}
       UNION
      SELECT user_id FROM rm.membership_spans WHERE creator_id = ${creator_id} AND ${ENDS} BETWEEN ${half} AND ${unplanned(at)}),
    s AS (
      SELECT s.* FROM moved CROSS JOIN LATERAL (
        SELECT * FROM rm.membership_spans s WHERE s.creator_id = ${creator_id} AND s.user_id = moved.user_id OFFSET 0) AS s),
    counted AS (
      ${changes(DAY_MS, sql`0`, day)} UNION ALL ${changes(HALF_HOUR_MS, day, half)}
       UNION ALL
      SELECT ${change('count(DISTINCT user_id)')}, ${change('count(*)')},
             ${change('sum(round(paid::numeric / months))', 'until_at IS NOT NULL')})
    SELECT coalesce(sum(members), 0) AS members, coalesce(sum(memberships), 0) AS memberships,
           coalesce(sum(recurring), 0) AS recurring
      FROM counted`;
});

/** A page of the memberships that ran at a moment, those that end first in front. */
export const membersPage = query(models, ({ creator_id, at, limit, offset }: Params<Of & PageRange>) =>
  memberships
    .where('creator_id', '=', creator_id)
    .where(running(at))
    .orderBy(ENDS)
    .orderBy('span')
    .limit(unplanned(limit))
    .offset(unplanned(offset)),
);

/** Memberships of a fan that run at a moment, with all creators, newest first. */
export const membershipsOf = query(models, ({ user_id, at }: Params<{ user_id: string; at: number }>) =>
  memberships.where('user_id', '=', user_id).where(running(at)).orderBy('span', 'desc'),
);
export type MembershipSpan = RowOf<typeof membershipsOf>;

/** Memberships of a fan that begin later, with all creators. */
export const plannedMemberships = query(models, ({ user_id, at }: Params<{ user_id: string; at: number }>) =>
  memberships
    .where('user_id', '=', user_id)
    .where(sql<boolean>`from_at > ${at} AND ${ENDS} > from_at`)
    .orderBy('from_at')
    .orderBy('span'),
);

/** A fan's memberships that ended within a time (milliseconds) and were not followed by another or moved, at most 20. */
export const endedMemberships = query(
  models,
  ({ user_id, at, within }: Params<{ user_id: string; at: number; within: number }>) =>
    memberships
      .where('user_id', '=', user_id)
      .where(
        sql<boolean>`until_at > ${at} - ${within}::bigint AND until_at <= ${at} AND until_at > from_at AND NOT moved`,
      )
      .where(
        sql<boolean>`
          NOT EXISTS (SELECT 1 FROM rm.membership_spans n
                       WHERE n.creator_id = s.creator_id AND n.user_id = s.user_id AND n.span > s.span
                         AND (n.until_at IS NULL OR n.until_at > n.from_at) AND n.independent = s.independent AND (n.plan_id = s.plan_id OR NOT n.independent))`,
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
