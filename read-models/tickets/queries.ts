import type { Pool } from 'pg';
import type { TicketStatus } from '#events/status.ts';
import { type Answer, type Query, runQuery } from '../engine/as-of.ts';

/** A ticket as lists show it; times in Unix seconds. */
export interface ListedTicket {
  ticket_id: string;
  out_trade_no: string;
  creator_id: string;
  user_id: string;
  plan_id: string;
  plan_name: string;
  sku_id: string;
  sku_name: string;
  /** Empty: the event has no sessions. */
  round_id: string;
  begin_time: number | null;
  holder_ref: string | null;
  /** The start of a page. */
  issued: number;
  /** valid 1, used 2, void 3 */
  status: TicketStatus;
  used_at: number | null;
  used_by: string | null;
  device: string | null;
}

interface TicketPage {
  total_count: number;
  list: ListedTicket[];
}

const MODELS = ['tickets'];

const LISTED = `t.ticket_id, t.out_trade_no, t.creator_id, t.user_id, t.plan_id, t.plan_name, t.sku_id, t.sku_name,
  t.round_id, t.begin_time / 1000 AS begin_time, t.holder_ref, t.issued, t.status,
  t.used_at / 1000 AS used_at, t.used_by, t.device`;

const pageOf = (select: string): string =>
  `(SELECT coalesce(json_agg(page), '[]') FROM (${select}) AS page) AS list`;

const OF_ORDER: Query = {
  name: 'tickets-of-order',
  models: MODELS,
  sql: `SELECT ${LISTED} FROM rm.tickets t WHERE t.out_trade_no = $1 ORDER BY t.issued`,
};

/** Every ticket of an order in order of issue, without pages: an order has few. */
export const ticketsOfOrder = (pool: Pool, out_trade_no: string): Promise<Answer<ListedTicket>> =>
  runQuery(pool, OF_ORDER, [out_trade_no]);

const USED_BY_ORDER: Query = {
  name: 'tickets-used-by-order',
  models: MODELS,
  sql: `SELECT t.out_trade_no, count(*)::integer AS used FROM rm.tickets t
         WHERE t.out_trade_no = ANY ($1::text[]) AND t.used_at IS NOT NULL GROUP BY t.out_trade_no`,
};

/** The number of used tickets of each order, later voided ones included; no row for none. */
export const ticketsUsedByOrder = (
  pool: Pool,
  orders: readonly string[],
): Promise<Answer<{ out_trade_no: string; used: number }>> => runQuery(pool, USED_BY_ORDER, [orders]);

const OF_FAN: Query = {
  name: 'tickets-of-fan',
  models: MODELS,
  sql: `SELECT (SELECT count(*) FROM rm.tickets t WHERE t.user_id = $1) AS total_count,
               ${pageOf(`SELECT ${LISTED} FROM rm.tickets t WHERE t.user_id = $1
                          ORDER BY coalesce(t.begin_time, $4) < $4, abs(coalesce(t.begin_time, $4) - $4), t.issued
                          LIMIT $2 OFFSET $3`)}`,
};

/**
 * One row: a page of the tickets that a fan has bought: those without a session, then the sessions to come, the
 * nearest first, then those that are over.
 * @param over Unix milliseconds: sessions that began before are over
 */
export const ticketsOfFan = (
  pool: Pool,
  user_id: string,
  over: number,
  page: { limit: number; offset: number },
): Promise<Answer<TicketPage>> => runQuery(pool, OF_FAN, [user_id, page.limit, page.offset, over]);

interface CheckInSearch {
  /** Beginning of a ticket's code, or of its order's number. */
  beginning?: string | undefined;
  /** References of holders with this name or part of a name. */
  holder_refs: readonly string[];
}

export interface CheckInFilter {
  creator_id: string;
  plan_id?: string | undefined;
  round_id?: string | undefined;
  status?: TicketStatus | undefined;
  /** The search; a search without results gives an empty list. */
  search?: CheckInSearch | undefined;
}

const CHECK_IN_WHERE = `
  t.creator_id = $1 AND ($2::text IS NULL OR t.plan_id = $2) AND ($3::text IS NULL OR t.round_id = $3)
  AND ($4::smallint IS NULL OR t.status = $4)`;

/** The number of rows by session for a list without a search, without counting rows. */
const COUNTED = `
  (SELECT coalesce(sum(CASE $4::smallint WHEN 1 THEN valid WHEN 2 THEN used WHEN 3 THEN void
                            ELSE valid + used + void END), 0)
     FROM rm.ticket_rounds r
    WHERE r.creator_id = $1 AND ($2::text IS NULL OR r.plan_id = $2) AND ($3::text IS NULL OR r.round_id = $3))`;

const TO_CHECK_IN: Query = {
  name: 'tickets-at-door',
  models: MODELS,
  sql: `SELECT ${COUNTED} AS total_count,
               ${pageOf(`SELECT ${LISTED} FROM rm.tickets t WHERE ${CHECK_IN_WHERE}
                          ORDER BY t.issued LIMIT $5 OFFSET $6`)}`,
};

/** The limit of search results; with more, the list is not filtered. */
const MOST_FOUND = 1_000;

const FOUND_TO_CHECK_IN: Query = {
  name: 'tickets-found-at-door',
  models: MODELS,
  sql: `WITH found AS (
          SELECT t.* FROM rm.tickets t
           WHERE ${CHECK_IN_WHERE} AND (t.ticket_id ^@ lower($7) OR t.out_trade_no ^@ $7
                  OR t.holder_ref = ANY ($8::text[]))
           LIMIT ${MOST_FOUND})
        SELECT (SELECT count(*) FROM found) AS total_count,
               ${pageOf(`SELECT ${LISTED} FROM found t ORDER BY t.issued LIMIT $5 OFFSET $6`)}`,
};

/** One row: a page of a creator's tickets, in the order in which they were issued. */
export function ticketsToCheckIn(
  pool: Pool,
  { creator_id, plan_id, round_id, status, search }: CheckInFilter,
  page: { limit: number; offset: number },
): Promise<Answer<TicketPage>> {
  const values = [creator_id, plan_id ?? null, round_id ?? null, status ?? null, page.limit, page.offset];
  return search === undefined
    ? runQuery(pool, TO_CHECK_IN, values)
    : runQuery(pool, FOUND_TO_CHECK_IN, [...values, search.beginning ?? null, search.holder_refs]);
}

const AFTER: Query = {
  name: 'tickets-after',
  models: MODELS,
  sql: `SELECT ${LISTED} FROM rm.tickets t
         WHERE ${CHECK_IN_WHERE} AND t.issued > $5 ORDER BY t.issued LIMIT $6`,
};

/** The next of a creator's tickets that were issued after `issued`: for reading all of them piece by piece. */
export const ticketsAfter = (
  pool: Pool,
  { creator_id, plan_id, round_id, status }: CheckInFilter,
  issued: number,
  limit: number,
): Promise<Answer<ListedTicket>> =>
  runQuery(pool, AFTER, [creator_id, plan_id ?? null, round_id ?? null, status ?? null, issued, limit]);

const BY_CODE: Query = {
  name: 'tickets-by-code',
  models: MODELS,
  sql: `SELECT ${LISTED} FROM rm.tickets t
         WHERE t.creator_id = ANY ($1) AND t.ticket_id ^@ $2 AND ($3::text IS NULL OR t.plan_id = $3) LIMIT 2`,
};

/** At most two tickets of these creators whose id begins with the code: with two the code is ambiguous. */
export const ticketsByCode = (
  pool: Pool,
  creators: readonly string[],
  beginning: string,
  plan_id: string | undefined,
): Promise<Answer<ListedTicket>> => runQuery(pool, BY_CODE, [creators, beginning, plan_id ?? null]);

export interface RoundCount {
  plan_id: string;
  round_id: string;
  creator_id: string;
  valid: number;
  used: number;
  void: number;
}

const ROUNDS: Query = {
  name: 'tickets-rounds',
  models: MODELS,
  sql: `SELECT plan_id, round_id, creator_id, valid, used, void
          FROM rm.ticket_rounds WHERE creator_id = ANY ($1)
         ORDER BY plan_id, round_id`,
};

/** For each session that has tickets: how many are still good, were used and are void. */
export const roundsOfCreators = (pool: Pool, creators: readonly string[]): Promise<Answer<RoundCount>> =>
  runQuery(pool, ROUNDS, [creators]);
