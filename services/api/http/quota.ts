import { type Expression, sql } from 'kysely';
import type { UserId } from '#events/ids.ts';
import { PLAN_STATUS, POST_STATUS } from '#events/status.ts';
import { type Params, single } from '#read-models/engine/query.ts';
import { reader } from '#read-models/engine/reader.ts';
import { lockPerson } from '#services/modules/accounts/person-lock.ts';
import { QUOTAS } from '#services/runtime/quotas.ts';
import { quotaReached, type Refusal } from '#services/runtime/refusal.ts';
import { inTransaction } from '#services/runtime/transaction.ts';
import type { Dependencies } from './dependencies.ts';

type Parts = Pick<Dependencies, 'pool' | 'log' | 'readModels'>;

const counting = (model: string, count: (creator: Expression<string>) => Expression<number>) => ({
  model,
  count: single(
    [model],
    ({ creator }: Params<{ creator: string }>) => sql<{ count: number }>`
    SELECT (${count(creator)}) AS count`,
  ),
});

/** How much a creator has of each kind, by the read models. */
const COUNTS = {
  plans: counting(
    'catalog',
    (creator) =>
      sql`SELECT count(*) FROM rm.plans WHERE creator_id = ${creator} AND status <> ${PLAN_STATUS.deleted}`,
  ),
  templates: counting(
    'shipping_templates',
    (creator) => sql`SELECT count(*) FROM rm.shipping_templates WHERE creator_id = ${creator}`,
  ),
  affiliates: counting(
    'affiliates',
    (creator) => sql`SELECT count(*) FROM rm.affiliates WHERE creator_id = ${creator} AND NOT closed`,
  ),
  goals: counting(
    'goals',
    (creator) => sql`SELECT count(*) FROM rm.goals WHERE creator_id = ${creator} AND NOT deleted`,
  ),
  posts: counting(
    'posts',
    (creator) =>
      sql`SELECT count(*) FROM rm.posts WHERE creator_id = ${creator} AND status <> ${POST_STATUS.deleted}`,
  ),
  albums: counting('posts', (creator) => sql`SELECT count(*) FROM rm.albums WHERE creator_id = ${creator}`),
  redeem_codes: counting(
    'redeem',
    (creator) =>
      sql`SELECT coalesce(sum(codes), 0)::float8 FROM rm.redeem_batches WHERE creator_id = ${creator}`,
  ),
};
type Kind = keyof typeof COUNTS;

/** Free margin below the limit while a read model is behind; closer to it, requests run one at a time. */
const MARGIN = 100;

/** Works that wait, by their creators, in the order of the turns. */
const waiting = new Map<UserId, (() => void)[]>();
let isTaken = false;

/** Creators take turns: many works of one delay another's by one. */
function passOn(): void {
  const [first] = waiting;
  isTaken = first !== undefined;
  if (first === undefined) return;
  const [creator, works] = first;
  const begin = works.shift();
  waiting.delete(creator);
  if (works.length > 0) waiting.set(creator, works);
  begin?.();
}

/** One at a time in this process, so that waiting for a lock uses at most one connection. */
async function inTurn<Result>(creator: UserId, work: () => Promise<Result>): Promise<Result> {
  if (isTaken) {
    const works = waiting.get(creator) ?? [];
    waiting.set(creator, works);
    await new Promise<void>((begin) => works.push(begin));
  }
  isTaken = true;
  try {
    return await work();
  } finally {
    passOn();
  }
}

interface Room {
  kind: Kind;
  creator: UserId;
  /** How many are made. */
  adding?: number;
  /** Instead of the quota of the kind. */
  most?: number;
  /** The field of the request with the number. */
  field?: string;
}

/** Work that reads what earlier work of the creator, in this or another process, has written: one at a time. */
export const inTurnOf = <Result>(
  { pool, log, readModels }: Parts,
  creator: UserId,
  model: string,
  work: () => Promise<Result>,
): Promise<Result> =>
  inTurn(creator, () =>
    inTransaction(
      pool,
      async (client) => {
        await lockPerson(client, creator);
        await readModels.waitFor(model, await log.head());
        return work();
      },
      { once: true },
    ),
  );

/**
 * Creates permanent records of a creator, or refuses them above the limit. Counts come from read models: close to the
 * limit one request at a time waits until they include the earlier ones.
 */
export async function withinQuota<Made>(
  { pool, log, readModels }: Parts,
  { kind, creator, adding = 1, field, most = QUOTAS[kind] }: Room,
  make: () => Promise<Made>,
): Promise<Made | Refusal> {
  const { model, count } = COUNTS[kind];
  // The margin is for what the read model does not have yet: a program that makes many does not wait for it.
  const fits = async (margin: number): Promise<boolean> =>
    (await reader.exit(() => count(pool, { creator }))).count + margin + adding <= most;
  if (await fits(MARGIN)) return make();
  return inTurnOf({ pool, log, readModels }, creator, model, async () =>
    (await fits(0)) ? make() : quotaReached(most, field),
  );
}
