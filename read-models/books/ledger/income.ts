import { sql } from 'kysely';
import type { IncomeLine } from '#events/income.ts';
import {
  ifGiven,
  type PageRange,
  type Params,
  pageOf,
  queriesOf,
  query,
  type RowOf,
  seconds,
  single,
  unplanned,
  withColumns,
} from '../../engine/query.ts';
import { STATS } from './months.ts';
import { INCOME_MONTHS, SETTLEMENTS } from './tables.ts';

const models = ['ledger'];
const tables = queriesOf(INCOME_MONTHS, SETTLEMENTS);

/** The books as of a position; by default the present. */
export interface AsOfPosition {
  until?: number | undefined;
}

interface Creator {
  user_id: string;
}

interface Month {
  /** `YYYY-MM` */
  month: string;
}

const SUMS = [...STATS, 'first_position', 'last_position'] as const;
const sumsOf = <const Table extends string>(table: Table) => SUMS.map((sum) => `${table}.${sum}` as const);

/** A creator's months with income, newest first; with `month` only that one. Amounts in fen, times in Unix seconds. */
export const incomeMonthsOf = query(
  models,
  ({ user_id, month }: Params<Creator & { month?: string | undefined }>) =>
    tables
      .selectFrom('income_months as m')
      .leftJoin('settlements as s', (join) =>
        join.onRef('s.month', '=', 'm.month').onRef('s.user_id', '=', 'm.user_id'),
      )
      .select(['m.month', ...sumsOf('m')])
      .select([
        seconds<number | null>('s.settled_at').as('settled_at'),
        seconds<number | null>('s.available_at').as('available_at'),
      ])
      .where('m.user_id', '=', user_id)
      .where(ifGiven(month, 'text', sql`m.month = ${month}`))
      .orderBy('m.month', 'desc'),
);
export type IncomeMonth = RowOf<typeof incomeMonthsOf>;

/** Settlements of a month by creator: `position` is that of the settlement in the log, times are Unix seconds. */
const settlements = ({ month, until }: Params<Month & AsOfPosition>) =>
  tables
    .selectFrom('settlements')
    .select(['month', 'user_id', 'lines_sha256', 'position', ...SUMS])
    .select([seconds('settled_at').as('settled_at'), seconds('available_at').as('available_at')])
    .where('month', '=', month)
    .where(ifGiven(until, 'bigint', sql`position <= ${until}`))
    .orderBy('user_id');

/** A page of a month's settlements, and the month's totals. `open_count`: creators whose month is not settled. */
export const settlementsOf = single(models, (params: Params<Month & AsOfPosition & PageRange>) => {
  const sums = STATS.map((sum) => sql`coalesce(sum(${sql.ref(sum)}), 0) AS ${sql.ref(sum)}`);
  return withColumns(
    pageOf(settlements(params), params),
    sql<{ total: Record<(typeof STATS)[number], number>; open_count: number }>`
      (SELECT row_to_json(total) FROM (
         SELECT ${sql.join(sums)} FROM ${settlements(params)} AS settled) AS total) AS total,
      (SELECT count(*) FROM rm.income_months WHERE month = ${params.month} AND NOT settled) AS open_count`,
  );
});

/** A creator's settlement of a month: one row, or none. */
export const settlementOf = query(models, (params: Params<Month & Creator & AsOfPosition>) =>
  settlements(params).where('user_id', '=', params.user_id),
);
export type Settlement = RowOf<typeof settlementOf>;
export type MonthSums = Pick<Settlement, (typeof SUMS)[number]>;

/** The settlements of a month after a given creator, in order. */
export const settlementsAfter = query(
  models,
  (params: Params<Month & AsOfPosition & { after: string; limit: number }>) =>
    settlements(params).where('user_id', '>', params.after).limit(params.limit),
);

/**
 * All lines of all months: the seller's, and the partners' of orders with a code. Both parts have equal types and no
 * condition, so PostgreSQL merges them by their indexes without sorting. Entries without a month are no lines;
 * callers filter by month.
 */
export const INCOME_LINES = sql`
  (SELECT user_id, month, position, at, kind, out_trade_no, coalesce(ref, '') AS refund_id,
          amount, payment_fee, service_fee, affiliate, net
     FROM rm.ledger_entries
   UNION ALL
   SELECT user_id, month, position, at, kind, out_trade_no, coalesce(ref, ''), amount,
          0::bigint, 0::bigint, 0::bigint, amount
     FROM rm.commission_lines)`;

const LINE = sql.raw(
  'position, kind, out_trade_no, refund_id, amount, payment_fee, service_fee, affiliate, net',
);

interface LinesAfter extends Month {
  user_id: string;
  position: number;
  /** The last creator. */
  through: string;
  limit: number;
}

/** Lines of a month by creator and in the order of the log, after one line, through a last creator. */
export const linesAfter = query(
  models,
  ({ month, user_id, position, through, limit }: Params<LinesAfter>) => sql<IncomeLine & Creator>`
    SELECT user_id, ${LINE} FROM ${INCOME_LINES} AS lines
     WHERE month = ${month} AND (user_id, position) > (${user_id}, ${position}::bigint) AND user_id <= ${through}
     ORDER BY user_id, position LIMIT ${limit}`,
);

/** How many lines a creator's month has. */
export const countLines = single(
  models,
  ({ month, user_id }: Params<Month & Creator>) => sql<{ lines: number }>`
    SELECT coalesce(sum(lines), 0) AS lines FROM rm.income_months WHERE month = ${month} AND user_id = ${user_id}`,
);

/** A page of a creator's lines of a month, in the order of the log; `time` in Unix seconds. */
export const linesOf = query(
  models,
  ({ month, user_id, limit, offset }: Params<Month & Creator & PageRange>) => sql<
    IncomeLine & { time: number }
  >`
    SELECT ${LINE}, at / 1000 AS time FROM ${INCOME_LINES} AS lines
     WHERE month = ${month} AND user_id = ${user_id}
     ORDER BY position LIMIT ${unplanned(limit)} OFFSET ${unplanned(offset)}`,
);

const openMonthsOfCreators = tables.selectFrom('income_months').where('settled', '=', false);

/** Creators with an unsettled month, after a given one, in order. */
export const openCreators = query(
  models,
  ({ month, after, limit }: Params<Month & { after: string; limit: number }>) =>
    openMonthsOfCreators
      .select('user_id')
      .where('month', '=', month)
      .where('user_id', '>', after)
      .orderBy('user_id')
      .limit(limit),
);

/** Months of which something is not settled, with how many creators, oldest first. */
export const openMonths = query(models, () =>
  openMonthsOfCreators
    .select(['month', sql<number>`count(*)`.as('creators')])
    .groupBy('month')
    .orderBy('month'),
);

/** The settled amount in fen that cannot be withdrawn before a future date, `next_at` in Unix seconds. */
export const comingOf = single(
  models,
  ({ user_id, now }: Params<Creator & { now: number }>) => sql<{ coming: number; next_at: number | null }>`
    SELECT coalesce(sum(net), 0) AS coming, min(available_at) / 1000 AS next_at
      FROM rm.settlements WHERE user_id = ${user_id} AND available_at > ${now} AND net > 0`,
);
