import type { Pool } from 'pg';
import { type Answer, type Query, runQuery } from '../engine/as-of.ts';

/** Counts of uses of codes. */
export interface UseCounts {
  total_count: number;
  used_count: number;
  /** Held by orders that are not yet paid. */
  pending_count: number;
  /** Withdrawn and not held. */
  revoked_count: number;
}

/** Codes that one request made. */
export interface CodeBatch extends UseCounts {
  batch_id: string;
  plan_id: string;
  /** Empty: any SKU of the plan, or the plan has none. */
  sku_id: string;
  month: number;
  /** Of each code. */
  uses: number;
  /** Unix milliseconds; null: without end. */
  valid_until: number | null;
  codes: number;
  /** Unix seconds */
  create_time: number;
}

export interface BatchPage {
  list: CodeBatch[];
  /** Batches that the filter finds. */
  total: number;
  /** Of all of them together. */
  counts: UseCounts;
}

/** Of one plan or SKU, or of everything when empty. */
interface Filter {
  creator_id: string;
  plan_id: string;
  sku_id: string;
}

const COUNTS = `
  coalesce(sum(codes::bigint * uses), 0)::float8 AS total_count, coalesce(sum(used), 0)::float8 AS used_count,
  coalesce(sum(held), 0)::float8 AS pending_count, coalesce(sum(revoked), 0)::float8 AS revoked_count`;

const FILTER = `creator_id = $1 AND ($2 = '' OR plan_id = $2) AND ($3 = '' OR sku_id = $3)`;

const BATCHES: Query = {
  name: 'redeem-batches',
  models: ['redeem'],
  sql: `SELECT (SELECT count(*) FROM rm.redeem_batches WHERE ${FILTER}) AS total,
               (SELECT to_json(sums) FROM (SELECT ${COUNTS} FROM rm.redeem_batches WHERE ${FILTER}) AS sums) AS counts,
               (SELECT coalesce(json_agg(page), '[]')
                  FROM (SELECT batch_id, plan_id, sku_id, month, uses, valid_until, codes,
                               codes::bigint * uses AS total_count, used AS used_count, held AS pending_count,
                               revoked AS revoked_count, issued_at / 1000 AS create_time
                          FROM rm.redeem_batches WHERE ${FILTER}
                         ORDER BY created DESC LIMIT $4 OFFSET $5) AS page) AS list`,
};

/** One row: a page of a creator's batches, newest first, and the totals of all. */
export const codeBatches = (
  pool: Pool,
  { creator_id, plan_id, sku_id }: Filter,
  { limit, offset }: { limit: number; offset: number },
): Promise<Answer<BatchPage>> => runQuery(pool, BATCHES, [creator_id, plan_id, sku_id, limit, offset]);

/** open: can be redeemed; pending: orders that wait hold all that is left; used: every use is used. */
export type CodeStatus = 'open' | 'pending' | 'used' | 'revoked' | 'expired';

export interface ListedCode {
  code_id: string;
  redeem_id: string;
  batch_id: string;
  number: number;
  plan_id: string;
  sku_id: string;
  month: number;
  uses: number;
  used_count: number;
  pending_count: number;
  valid_until: number | null;
  status: CodeStatus;
}

/** $1 is the present time: expiry is not an event. */
const STATUS = `
  CASE WHEN c.used >= c.uses THEN 'used'
       WHEN c.revoked THEN 'revoked'
       WHEN c.used + c.held >= c.uses THEN 'pending'
       WHEN b.valid_until <= $1 THEN 'expired'
       ELSE 'open' END`;

const CODE_COLUMNS = `
  c.code_id, c.redeem_id, c.batch_id, c.number, b.plan_id, b.sku_id, b.month, c.uses, c.used AS used_count,
  c.held AS pending_count, b.valid_until, ${STATUS} AS status`;

const FROM = 'rm.redeem_codes c JOIN rm.redeem_batches b USING (batch_id)';

const OF_BATCH: Query = {
  name: 'redeem-codes-of-batch',
  models: ['redeem'],
  sql: `SELECT (SELECT count(*) FROM ${FROM}
                 WHERE c.batch_id = $3 AND c.creator_id = $2 AND ($4 = '' OR ${STATUS} = $4)) AS total_count,
               (SELECT coalesce(json_agg(page), '[]')
                  FROM (SELECT ${CODE_COLUMNS} FROM ${FROM}
                         WHERE c.batch_id = $3 AND c.creator_id = $2 AND ($4 = '' OR ${STATUS} = $4)
                         ORDER BY c.number LIMIT $5 OFFSET $6) AS page) AS list`,
};

interface CodesQuery {
  creator_id: string;
  batch_id: string;
  status: CodeStatus | '';
  now: number;
  limit: number;
  offset: number;
}

/** One row: codes of a batch in their order; nothing of another creator's. */
export const codesOfBatch = (
  pool: Pool,
  { creator_id, batch_id, status, now, limit, offset }: CodesQuery,
): Promise<Answer<{ total_count: number; list: ListedCode[] }>> =>
  runQuery(pool, OF_BATCH, [now, creator_id, batch_id, status, limit, offset]);

const BY_NAME: Query = {
  name: 'redeem-code-by-name',
  models: ['redeem'],
  sql: `SELECT c.creator_id, ${CODE_COLUMNS} FROM ${FROM} WHERE c.redeem_id = $2`,
};

/** The code with this public name, if any. */
export async function codeNamed(
  pool: Pool,
  redeem_id: string,
  now: number,
): Promise<(ListedCode & { creator_id: string }) | undefined> {
  const { rows } = await runQuery<ListedCode & { creator_id: string }>(pool, BY_NAME, [now, redeem_id]);
  return rows[0];
}

const REVOCABLE: Query = {
  name: 'redeem-revocable',
  models: ['redeem'],
  sql: `SELECT code_id FROM rm.redeem_codes
         WHERE creator_id = $1 AND NOT revoked AND used + held < uses
           AND (($2 <> '' AND batch_id = $2) OR redeem_id = ANY ($3))
         ORDER BY code_id`,
};

/** Codes of a batch, or of these names, of which something is left to take back; others' are left out. */
export async function revocableCodes(
  pool: Pool,
  creator_id: string,
  { batch_id, redeem_ids }: { batch_id: string; redeem_ids: readonly string[] },
): Promise<string[]> {
  const { rows } = await runQuery<{ code_id: string }>(pool, REVOCABLE, [creator_id, batch_id, redeem_ids]);
  return rows.map(({ code_id }) => code_id);
}
