import { type Expression, type InferResult, sql } from 'kysely';
import {
  anyOf,
  type PageRange,
  type Params,
  paged,
  pageOf,
  queriesOf,
  query,
  type RowOf,
  seconds,
  single,
  withColumns,
} from '../engine/query.ts';
import { REDEEM_BATCHES, REDEEM_CODES } from './tables.ts';

const models = ['redeem'];
const db = queriesOf(REDEEM_CODES, REDEEM_BATCHES);

/** Uses of codes: made, used, held by orders that are not yet paid, withdrawn and not held. */
const SUMS = [
  sql<number>`coalesce(sum(codes::bigint * uses), 0)::float8`.as('total_count'),
  sql<number>`coalesce(sum(used), 0)::float8`.as('used_count'),
  sql<number>`coalesce(sum(held), 0)::float8`.as('pending_count'),
  sql<number>`coalesce(sum(revoked), 0)::float8`.as('revoked_count'),
] as const;

/** Uses of a batch that nobody can take any more. Expiry is not an event. */
const expired = (now: Expression<number>) =>
  sql<number>`CASE WHEN valid_until <= ${now} THEN codes::bigint * uses - used - held - revoked ELSE 0 END`;

/** Of one plan or SKU, or of everything when empty. */
interface Filter {
  creator_id: string;
  plan_id: string;
  sku_id: string;
  /** Unix milliseconds, for what has expired. */
  now: number;
}

const batches = ({ creator_id, plan_id, sku_id }: Params<Filter>) =>
  db
    .selectFrom('redeem_batches')
    .where('creator_id', '=', creator_id)
    .where(sql<boolean>`(${plan_id} = '' OR plan_id = ${plan_id})`)
    .where(sql<boolean>`(${sku_id} = '' OR sku_id = ${sku_id})`);

/** A page of a creator's batches, newest first, and the totals of all that the filter finds. */
export const codeBatches = single(models, (params: Params<Filter & PageRange>) => {
  const page = batches(params)
    .select([
      'batch_id',
      'plan_id',
      'sku_id',
      'month',
      'uses',
      'valid_until',
      'codes',
      sql<number>`codes::bigint * uses`.as('total_count'),
      'used as used_count',
      'held as pending_count',
      'revoked as revoked_count',
      expired(params.now).as('expired_count'),
      seconds('issued_at').as('create_time'),
    ])
    .orderBy('created', 'desc');
  const sums = batches(params).select([
    ...SUMS,
    sql<number>`coalesce(sum(${expired(params.now)}), 0)::float8`.as('expired_count'),
  ]);
  return withColumns(
    pageOf(page, params),
    sql<{ counts: InferResult<typeof sums>[number] }>`(SELECT to_json(sums) FROM ${sums} AS sums) AS counts`,
  );
});
export type CodeBatch = RowOf<typeof codeBatches>;

/** By plan and SKU; those without codes are left out. */
export const redeemUses = query(
  models,
  ({ creator_id, plan_ids }: Params<{ creator_id: string; plan_ids: readonly string[] }>) =>
    db
      .selectFrom('redeem_batches')
      .select(['plan_id', 'sku_id', SUMS[0], SUMS[1], SUMS[2]])
      .where('creator_id', '=', creator_id)
      .where('plan_id', '=', anyOf(plan_ids))
      .groupBy(['plan_id', 'sku_id']),
);

/** open: can be redeemed; pending: orders that wait hold all that is left; used: every use is used. */
export type CodeStatus = 'open' | 'pending' | 'used' | 'revoked' | 'expired';

/** Expiry is not an event. */
const codes = (now: Expression<number>) => {
  const status = sql<CodeStatus>`
    CASE WHEN c.used >= c.uses THEN 'used'
         WHEN c.revoked THEN 'revoked'
         WHEN c.used + c.held >= c.uses THEN 'pending'
         WHEN b.valid_until <= ${now} THEN 'expired'
         ELSE 'open' END`;
  const rows = db
    .selectFrom('redeem_codes as c')
    .innerJoin('redeem_batches as b', 'b.batch_id', 'c.batch_id')
    .select([
      'c.code_id',
      'c.redeem_id',
      'c.batch_id',
      'c.number',
      'b.plan_id',
      'b.sku_id',
      'b.month',
      'c.uses',
      'c.used as used_count',
      'c.held as pending_count',
      'b.valid_until',
      status.as('status'),
    ]);
  return { rows, status };
};

interface CodesQuery {
  creator_id: string;
  batch_id: string;
  status: CodeStatus | '';
  now: number;
}

/** A page of the codes of a batch in their order, for its creator only. */
export const codesOfBatch = paged(models, ({ creator_id, batch_id, status, now }: Params<CodesQuery>) => {
  const { rows, status: current } = codes(now);
  return rows
    .where('c.batch_id', '=', batch_id)
    .where('c.creator_id', '=', creator_id)
    .where(sql<boolean>`(${status} = '' OR ${current} = ${status})`)
    .orderBy('c.number');
});
export type ListedCode = RowOf<typeof codesOfBatch>;

/** The code with this public name: one row, or none. */
export const codeNamed = query(models, ({ redeem_id, now }: Params<{ redeem_id: string; now: number }>) =>
  codes(now).rows.select('c.creator_id').where('c.redeem_id', '=', redeem_id),
);

interface Revocable {
  creator_id: string;
  batch_id: string;
  redeem_ids: readonly string[];
}

/** Codes of a batch, or with these ids, with remaining uses; codes of others are left out. */
export const revocableCodes = query(models, ({ creator_id, batch_id, redeem_ids }: Params<Revocable>) =>
  db
    .selectFrom('redeem_codes')
    .select('code_id')
    .where('creator_id', '=', creator_id)
    .where(sql<boolean>`NOT revoked AND used + held < uses`)
    .where(sql<boolean>`((${batch_id} <> '' AND batch_id = ${batch_id}) OR redeem_id = ANY (${redeem_ids}))`)
    .orderBy('code_id'),
);
