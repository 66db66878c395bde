import { type Expression, sql } from 'kysely';
import type { Pool } from 'pg';
import { idRange } from '../engine/id-range.ts';
import {
  anyOf,
  jsonList,
  oneRow,
  type PageRange,
  type Params,
  pageRow,
  perShape,
  presentOrPast,
  queriesOf,
  query,
  withColumns,
} from '../engine/query.ts';
import { type DetailedStatus, WITHDRAWALS } from './tables.ts';

const models = ['withdrawals'];

/** The owner of a withdrawal. */
interface WhoseWithdrawal {
  withdrawal_id: string;
  user_id: string;
}

interface AsOfPosition {
  /** By default the present. */
  until?: number | undefined;
}

/** All withdrawals as they are; as of a position, the last move up to it. */
const withdrawals = (until: Expression<number>, past: boolean) =>
  past
    ? sql`(
        SELECT w.withdrawal_id, w.user_id, w.position, w.amount, w.withdraw_type, w.requested_at,
               past.status, past.standing, past.since, past.disputes
          FROM rm.withdrawals w CROSS JOIN LATERAL (
            SELECT (array_agg(status ORDER BY position DESC) FILTER (WHERE status IS NOT NULL))[1] AS status,
                   (array_agg(standing ORDER BY position DESC) FILTER (WHERE standing IS NOT NULL))[1] AS standing,
                   max(at) FILTER (WHERE standing IS NOT NULL OR disputes <> 0) AS since,
                   sum(disputes) AS disputes
              FROM rm.withdrawal_moves m
             WHERE m.withdrawal_id = w.withdrawal_id AND m.position <= ${until}) AS past
         WHERE w.position <= ${until})`
    : sql`rm.withdrawals`;

interface SendingDeadline {
  /** Unix milliseconds: what was approved before and is not sent needs attention. */
  approved_before: number;
}

/** Why a withdrawal needs attention or a decision. */
type Attention = 'disputed' | 'unknown' | 'failed' | 'waiting' | 'unsent';

/**
 * A failed withdrawal has returned its money: it needs attention until it is retried or switched, or until the creator
 * requests another after the failure. A disputed one needs attention until finance closes the dispute. An approved one
 * needs it when its payout was not sent in time.
 */
const needsAttention = (until: Expression<number>, approved_before: Expression<number>) => sql`(
  w.disputes > 0 OR w.standing IN ('waiting', 'unknown')
    OR (w.standing = 'approved' AND w.since < ${approved_before})
    OR (w.standing = 'failed' AND NOT EXISTS (
          SELECT FROM rm.withdrawals later
           WHERE later.user_id = w.user_id AND later.position > (
                   SELECT max(m.position) FROM rm.withdrawal_moves m
                    WHERE m.withdrawal_id = w.withdrawal_id AND m.standing = 'failed'
                      AND (${until}::bigint IS NULL OR m.position <= ${until}))
             AND (${until}::bigint IS NULL OR later.position <= ${until}))))`;
const reason = sql`CASE WHEN w.disputes > 0 THEN 'disputed' WHEN w.standing = 'approved' THEN 'unsent' ELSE w.standing END`;

/** Filters; all are optional. */
interface WithdrawalFilter extends AsOfPosition, SendingDeadline {
  statuses?: readonly number[] | undefined;
  user_id?: string | undefined;
  withdraw_type?: number | undefined;
  attention?: Attention | undefined;
}

/** Those that wait for finance are listed longest waiting first, the others newest first. */
const WAITING: readonly number[] = [1, 8];
export const isLongestFirst = ({ statuses, attention }: WithdrawalFilter): boolean =>
  attention !== undefined || statuses?.every((status) => WAITING.includes(status)) === true;

/** Withdrawals with this id, or an id that begins with it, and those of these creators. */
export interface WithdrawalSearch {
  withdrawal_id: string;
  users: readonly string[];
}

type SearchTerms = ReturnType<typeof idRange> & Pick<WithdrawalSearch, 'users'>;

const listed = perShape((searched: boolean) =>
  oneRow(
    presentOrPast(models, (params: Params<WithdrawalFilter & Partial<SearchTerms> & PageRange>, past) => {
      const { statuses, user_id, withdraw_type, attention, approved_before, until, limit, offset } = params;
      const { first, last, users } = params;
      const sought = sql`AND (w.withdrawal_id BETWEEN ${first} AND ${last} OR w.user_id = ANY (${users}))`;
      const matching = sql`
        ${withdrawals(until, past)} AS w
        WHERE (${statuses}::smallint[] IS NULL OR w.status = ANY (${statuses}))
          AND (${user_id}::text IS NULL OR w.user_id = ${user_id})
          AND (${withdraw_type}::smallint IS NULL OR w.withdraw_type = ${withdraw_type})
          AND (${attention}::text IS NULL OR ${needsAttention(until, approved_before)} AND ${reason} = ${attention})
          ${searched ? sought : sql``}`;
      const page = sql<WhoseWithdrawal>`(
        SELECT withdrawal_id, user_id FROM ${matching}
         ORDER BY CASE WHEN ${statuses}::smallint[] <@ ${sql.lit(`{${WAITING}}`)} OR ${attention}::text IS NOT NULL THEN w.position END,
                  w.position DESC
         LIMIT ${limit} OFFSET ${offset})`;
      return withColumns(
        pageRow(sql`(SELECT count(*) FROM ${matching})`, page),
        sql<{ total_amount: number }>`(SELECT coalesce(sum(amount), 0) FROM ${matching}) AS total_amount`,
      );
    }),
  ),
);

/**
 * A page of matching withdrawals, and the sum of all; those on their way or in need of attention longest waiting first,
 * any others newest first.
 */
export function withdrawalsListed(
  pool: Pick<Pool, 'query'>,
  { search, ...filter }: WithdrawalFilter & PageRange & { search?: WithdrawalSearch | undefined },
) {
  const sought = search && { ...idRange(search.withdrawal_id), users: search.users };
  return listed(sought !== undefined)(pool, { ...filter, ...sought });
}

/** One that needs attention. */
export interface Attended extends WhoseWithdrawal {
  reason: Attention;
  /** fen */
  amount: number;
  standing: DetailedStatus;
  /** Unix milliseconds since the start of this state. */
  since: number;
}

interface AttendedGroup {
  reason: Attention;
  count: number;
  amount: number;
  oldest: number;
  list: Attended[];
}

/** Withdrawals for each reason, at most so many of each, oldest first. */
export const withdrawalsForAttention = presentOrPast(
  models,
  (
    { until, most, approved_before }: Params<AsOfPosition & SendingDeadline & { most: number }>,
    past,
  ) => sql<AttendedGroup>`
    WITH attended AS (
      SELECT w.withdrawal_id, w.user_id, w.amount, w.standing, w.since, w.position, ${reason} AS reason
        FROM ${withdrawals(until, past)} AS w
       WHERE ${needsAttention(until, approved_before)})
    SELECT reason, count(*) AS count, sum(amount) AS amount, min(since) AS oldest,
           ${jsonList(sql<Attended>`(
             SELECT withdrawal_id, user_id, reason, amount, standing, since FROM attended one
              WHERE one.reason = attended.reason ORDER BY since, position LIMIT ${most})`)} AS list
      FROM attended GROUP BY reason`,
);

/** One row, or none. */
export const whoseWithdrawal = query(models, ({ withdrawal_id }: Params<{ withdrawal_id: string }>) =>
  queriesOf(WITHDRAWALS)
    .selectFrom('withdrawals')
    .select(['withdrawal_id', 'user_id'])
    .where('withdrawal_id', '=', withdrawal_id),
);

/** The amounts of withdrawals, in fen. */
export const withdrawalAmounts = query(models, ({ ids }: Params<{ ids: readonly string[] }>) =>
  queriesOf(WITHDRAWALS)
    .selectFrom('withdrawals')
    .select(['withdrawal_id', 'amount'])
    .where('withdrawal_id', '=', anyOf(ids)),
);

/** The amount of a withdrawal, in fen, and its present status. */
export const withdrawalAmount = query(models, ({ withdrawal_id }: Params<{ withdrawal_id: string }>) =>
  queriesOf(WITHDRAWALS)
    .selectFrom('withdrawals')
    .select(['amount', 'status'])
    .where('withdrawal_id', '=', withdrawal_id),
);
