import { type Expression, type SqlBool, sql } from 'kysely';
import type { OrderStatus } from '#events/status.ts';
import { anyOf, type Params, perShape, query, unplanned } from '../../engine/query.ts';

const models = ['orders'];

/** Rows that one query reads at most, whatever the filters leave of them. */
export const ORDERS_AT_ONCE = 1_000;

/** An order in the lists of staff; fen and Unix seconds. */
export interface StaffOrder {
  out_trade_no: string;
  /** Whose order it is, also after it was given to another account. */
  user_id: string;
  creator_id: string;
  plan_name: string;
  product_type: number;
  status: OrderStatus;
  refund_state: number;
  py_type: string;
  imported: boolean;
  total_amount: number;
  refunded: number;
  create_time: number;
  paid_time: number | null;
  /** By what the list is sorted: milliseconds of the order, or fen. */
  key: number;
  /** False: it does not match, and is only the last one that was read. */
  found: boolean;
  /** Its number among those that were read. */
  nth: number;
}

interface Shape {
  by: 'time' | 'amount';
  newest: boolean;
  /** What an index finds. */
  of: 'all' | 'fan' | 'creator' | 'number';
}

export interface StaffOrdersFilter {
  user_id?: string | undefined;
  creator_id?: string | undefined;
  /** The beginning of an order number, at least 6 characters, or a whole number of an order or cart. */
  number?: string | undefined;
  status?: OrderStatus | undefined;
  refund_state?: number | undefined;
  /** Types of payment. */
  py_types?: readonly string[] | undefined;
  /** fen, both included */
  least?: number | undefined;
  most?: number | undefined;
  /** Milliseconds; `until` is not included. */
  from?: number | undefined;
  until?: number | undefined;
}

interface Behind {
  key: number;
  id: string;
  /** Business day of `key`, for the index of a creator's orders. */
  day: string;
  limit: number;
}

const MIN_PREFIX_LENGTH = 6;
const MOST_OF_NUMBER = 100;

function foundBy(of: Shape['of'], { user_id, creator_id, number }: Params<StaffOrdersFilter>) {
  if (of === 'fan') return sql<SqlBool>`o.owner_id = ${user_id}`;
  if (of === 'creator') return sql<SqlBool>`o.creator_id = ${creator_id}`;
  if (of === 'all') return sql<SqlBool>`true`;
  return sql<SqlBool>`o.out_trade_no IN (
    SELECT out_trade_no FROM rm.orders WHERE out_trade_no = ${number}
    UNION SELECT out_trade_no FROM rm.orders WHERE cart_order_no = ${number}
    UNION (SELECT out_trade_no FROM rm.orders
            WHERE length(${number}) >= ${MIN_PREFIX_LENGTH} AND out_trade_no ^@ ${number} LIMIT ${MOST_OF_NUMBER}))`;
}

const optional = (value: Expression<unknown>, type: string, condition: Expression<SqlBool>) =>
  sql<SqlBool>`(${value}::${sql.raw(type)} IS NULL OR ${condition})`;

/**
 * Orders behind a place, those that match; and the last one that was read if the list continues there. Each query reads
 * `ORDERS_AT_ONCE` rows of an index at most.
 */
export const staffOrdersAfter = perShape(({ by, newest, of }: Shape) =>
  query(models, (params: Params<StaffOrdersFilter & Behind>) => {
    const { user_id, creator_id, status, refund_state, py_types, least, most, from, until } = params;
    const { key, id, day, limit } = params;
    const compared = sql.raw(newest ? '<' : '>');
    const direction = sql.raw(newest ? 'DESC' : 'ASC');
    const columns =
      by === 'amount'
        ? sql`o.total_amount, o.out_trade_no`
        : of === 'creator'
          ? sql`o.placed_day, o.placed_at, o.out_trade_no`
          : sql`o.placed_at, o.out_trade_no`;
    const place =
      by === 'time' && of === 'creator'
        ? sql`(${day}::date, ${key}::bigint, ${id}::text)`
        : sql`(${key}::bigint, ${id}::text)`;
    const order =
      by === 'amount'
        ? sql`o.total_amount ${direction}, o.out_trade_no ${direction}`
        : of === 'creator'
          ? sql`o.placed_day ${direction}, o.placed_at ${direction}, o.out_trade_no ${direction}`
          : sql`o.placed_at ${direction}, o.out_trade_no ${direction}`;
    const matches = sql.join(
      [
        optional(user_id, 'text', sql`user_id = ${user_id}`),
        optional(creator_id, 'text', sql`creator_id = ${creator_id}`),
        optional(status, 'smallint', sql`status = ${status}`),
        optional(refund_state, 'smallint', sql`refund_state = ${refund_state}`),
        optional(py_types, 'text[]', sql`py_type = ${anyOf(py_types)}`),
        optional(least, 'bigint', sql`total_amount >= ${least}`),
        optional(most, 'bigint', sql`total_amount <= ${most}`),
        optional(from, 'bigint', sql`placed_at >= ${from}`),
        optional(until, 'bigint', sql`placed_at < ${until}`),
      ],
      sql` AND `,
    );
    return sql<StaffOrder>`
      WITH seen AS MATERIALIZED (
        SELECT o.*, row_number() OVER () AS nth FROM (
          SELECT o.out_trade_no, o.owner_id AS user_id, o.creator_id, o.plan_name, o.product_type, o.status, o.refund_state,
                 o.py_type, o.imported, o.total_amount, o.refunded, o.placed_at, o.paid_at
            FROM rm.orders o
           WHERE ${foundBy(of, params)} AND (${columns}) ${compared} ${place}
           ORDER BY ${order} LIMIT ${sql.lit(ORDERS_AT_ONCE)}) AS o),
      matched AS MATERIALIZED (SELECT *, ${matches} AS found FROM seen)
      SELECT out_trade_no, user_id, creator_id, plan_name, product_type, status, refund_state, py_type, imported,
             total_amount, refunded, placed_at / 1000 AS create_time, paid_at / 1000 AS paid_time,
             ${by === 'amount' ? sql`total_amount` : sql`placed_at`} AS key, found, nth
        FROM matched WHERE found OR nth = ${sql.lit(ORDERS_AT_ONCE)}
       ORDER BY nth LIMIT ${unplanned(limit)}`;
  }),
);
