import type { Pool } from 'pg';
import { type Answer, type Query, runQuery } from '../../engine/as-of.ts';

export interface Sponsor {
  user_id: string;
  /** fen: paid, less refunds */
  sum: number;
  order_count: number;
  /** Unix seconds */
  first_paid: number;
  last_paid: number;
  /** All of their orders are imported. */
  imported: boolean;
}

const COLUMNS = `user_id, paid_amount - refunded_amount AS sum, order_count,
  first_paid_at / 1000 AS first_paid, last_paid_at / 1000 AS last_paid,
  imported_count = order_count AS imported`;

const LARGEST_FIRST = 'ORDER BY (paid_amount - refunded_amount) DESC, user_id';

const PAGE: Query = {
  name: 'sponsors-page',
  models: ['sponsors'],
  sql: `SELECT coalesce((SELECT sponsors FROM rm.sponsor_counts WHERE creator_id = $1), 0) AS total_count,
               (SELECT coalesce(json_agg(page), '[]')
                  FROM (SELECT ${COLUMNS} FROM rm.sponsors WHERE creator_id = $1
                         ${LARGEST_FIRST} LIMIT $2 OFFSET $3) AS page) AS list`,
};

const AMONG: Query = {
  name: 'sponsors-among',
  models: ['sponsors'],
  sql: `SELECT (SELECT count(*) FROM rm.sponsors WHERE creator_id = $1 AND user_id = ANY ($4)) AS total_count,
               (SELECT coalesce(json_agg(page), '[]')
                  FROM (SELECT ${COLUMNS} FROM rm.sponsors WHERE creator_id = $1 AND user_id = ANY ($4)
                         ${LARGEST_FIRST} LIMIT $2 OFFSET $3) AS page) AS list`,
};

/** One row: a page of a creator's sponsors, those who gave most first. @param among only these users */
export const sponsorsOf = (
  pool: Pool,
  creator_id: string,
  page: { limit: number; offset: number },
  among?: readonly string[],
): Promise<Answer<{ total_count: number; list: Sponsor[] }>> =>
  among === undefined
    ? runQuery(pool, PAGE, [creator_id, page.limit, page.offset])
    : runQuery(pool, AMONG, [creator_id, page.limit, page.offset, among]);

/** By number, so that late pages cost as much as the first. */
const NEWEST: Query = {
  name: 'sponsors-newest',
  models: ['sponsors'],
  sql: `SELECT coalesce((SELECT sponsors FROM rm.sponsor_counts WHERE creator_id = $1), 0) AS total_count,
               (SELECT coalesce(json_agg(page), '[]')
                  FROM (SELECT ${COLUMNS} FROM rm.sponsors
                         WHERE creator_id = $1
                           AND number <= (SELECT sponsors FROM rm.sponsor_counts WHERE creator_id = $1) - $3::int
                         ORDER BY number DESC LIMIT $2) AS page) AS list`,
};

const NEWEST_AMONG: Query = {
  name: 'sponsors-newest-among',
  models: ['sponsors'],
  sql: `SELECT (SELECT count(*) FROM rm.sponsors WHERE creator_id = $1 AND user_id = ANY ($4)) AS total_count,
               (SELECT coalesce(json_agg(page), '[]')
                  FROM (SELECT ${COLUMNS} FROM rm.sponsors WHERE creator_id = $1 AND user_id = ANY ($4)
                         ORDER BY number DESC LIMIT $2 OFFSET $3) AS page) AS list`,
};

/** One row: a page of a creator's sponsors, the newest first. @param among only these users */
export const newestSponsors = (
  pool: Pool,
  creator_id: string,
  { limit, offset }: { limit: number; offset: number },
  among?: readonly string[],
): Promise<Answer<{ total_count: number; list: Sponsor[] }>> =>
  among === undefined
    ? runQuery(pool, NEWEST, [creator_id, limit, offset])
    : runQuery(pool, NEWEST_AMONG, [creator_id, limit, offset, among]);

const BETWEEN: Query = {
  name: 'sponsors-between',
  models: ['sponsors'],
  sql: `SELECT ${COLUMNS} FROM rm.sponsors WHERE creator_id = $1 AND user_id = $2`,
};

const MOST_SPONSORED: Query = {
  name: 'sponsors-most',
  models: ['sponsors'],
  sql: `SELECT coalesce(json_agg(creator_id ORDER BY sponsors DESC, creator_id), '[]') AS creators
          FROM (SELECT creator_id, sponsors FROM rm.sponsor_counts
                 WHERE sponsors > 0 ORDER BY sponsors DESC, creator_id LIMIT $1) AS first`,
};

/** One row: ids of the creators with the most paying fans, highest first. */
export const mostSponsored = (pool: Pool, most: number): Promise<Answer<{ creators: string[] }>> =>
  runQuery(pool, MOST_SPONSORED, [most]);

/** The total that one fan has paid to one creator: one row, or none. */
export const sponsorOf = (pool: Pool, creator_id: string, user_id: string): Promise<Answer<Sponsor>> =>
  runQuery(pool, BETWEEN, [creator_id, user_id]);
