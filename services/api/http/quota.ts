import type { Pool } from 'pg';
import type { UserId } from '#events/ids.ts';
import { PLAN_STATUS } from '#events/status.ts';
import { type Answer, type Query, runQuery } from '#read-models/engine/as-of.ts';
import { lockPerson } from '#services/accounts/kept.ts';
import { QUOTAS } from '#services/runtime/quotas.ts';
import { quotaReached, type Refusal } from '#services/runtime/refusal.ts';
import { inTransaction } from '#services/runtime/transaction.ts';
import type { Dependencies } from '../dependencies.ts';

type Parts = Pick<Dependencies, 'pool' | 'log' | 'readModels'>;
type Kind = 'plans' | 'templates' | 'affiliates' | 'goals' | 'redeem_codes';

const counting = (model: string, count: string): Query => ({
  name: `quota-${model}`,
  models: [model],
  sql: `SELECT ${count} AS count`,
});

/** How much a creator has of each kind, by the read models. */
const COUNTS: Readonly<Record<Kind, Query>> = {
  plans: counting(
    'catalog',
    `(SELECT count(*) FROM rm.plans WHERE creator_id = $1 AND status <> ${PLAN_STATUS.deleted})`,
  ),
  templates: counting(
    'shipping_templates',
    '(SELECT count(*) FROM rm.shipping_templates WHERE creator_id = $1)',
  ),
  affiliates: counting(
    'affiliates',
    '(SELECT count(*) FROM rm.affiliates WHERE creator_id = $1 AND NOT closed)',
  ),
  goals: counting('goals', '(SELECT count(*) FROM rm.goals WHERE creator_id = $1 AND NOT deleted)'),
  redeem_codes: counting(
    'redeem',
    '(SELECT coalesce(sum(codes), 0)::float8 FROM rm.redeem_batches WHERE creator_id = $1)',
  ),
};

/** Free margin below the limit while a read model is behind; closer to it, requests run one at a time. */
const MARGIN = 100;

const countOf = async (pool: Pool, kind: Kind, creator: UserId): Promise<number> => {
  const { rows }: Answer<{ count: number }> = await runQuery(pool, COUNTS[kind], [creator]);
  return rows[0]?.count ?? 0;
};

let last: Promise<unknown> = Promise.resolve();

/** One at a time in this process, so that waiting for a lock uses at most one connection. */
function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  const turn = last.then(work, work);
  last = turn.catch(() => undefined);
  return turn;
}

interface Room {
  kind: Kind;
  creator: UserId;
  /** How many are made. */
  adding?: number;
  /** The field of the request with the number. */
  field?: string;
}

/**
 * Creates permanent records of a creator, or refuses them above the limit. Counts come from read models: close to the
 * limit one request at a time waits until they include the earlier ones.
 */
export async function withinQuota<Made>(
  { pool, log, readModels }: Parts,
  { kind, creator, adding = 1, field }: Room,
  make: () => Promise<Made>,
): Promise<Made | Refusal> {
  const most = QUOTAS[kind];
  const isFull = (count: number): boolean => count + adding > most;
  if (!isFull((await countOf(pool, kind, creator)) + MARGIN)) return make();
  return inTurn(() =>
    inTransaction(pool, async (client) => {
      await lockPerson(client, creator);
      const [model = ''] = COUNTS[kind].models;
      await readModels.waitFor(model, await log.head());
      return isFull(await countOf(pool, kind, creator)) ? quotaReached(most, field) : make();
    }),
  );
}
