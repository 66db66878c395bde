import { asPlanId, asSkuId, type SkuId, type UserId } from '#events/ids.ts';
import { isByPiece } from '#events/status.ts';
import { planStream, repliesStream, stockStream } from '#events/stream-names.ts';
import type { Dependencies } from '#services/api/http/dependencies.ts';
import { type OfferedPlan, planKind, skuOf } from '#services/commerce/catalog/plan.ts';
import { linesLeft, repliesKind } from '#services/commerce/replies/replies.ts';
import { stockKind } from '#services/commerce/stock/stock.ts';
import { badInput, type Refusal } from '#services/runtime/refusal.ts';

type Parts = Pick<Dependencies, 'committer'>;

/** The owner of a pool of random replies: a plan, or one of its SKUs. */
export interface OwnPool {
  pool_id: string;
  plan: OfferedPlan;
  sku_id?: SkuId;
}

const unknown: Refusal = { code: 'not_found' };

async function planOf({ committer }: Parts, plan_id: string): Promise<OfferedPlan | undefined> {
  const stream = planStream(asPlanId(plan_id));
  const plan = await committer.read([stream], (states) => states.get(planKind, stream));
  return plan.phase === 'none' ? undefined : plan;
}

/** The pool of something that this creator sells, or a refusal. */
export async function ownPool(
  parts: Parts,
  creator: UserId,
  { plan_id, sku_id }: { plan_id?: string | undefined; sku_id?: string | undefined },
): Promise<OwnPool | Refusal> {
  if (plan_id !== undefined) {
    const plan = await planOf(parts, plan_id);
    if (plan?.creator_id !== creator) return unknown;
    // Goods and tickets have one pool per SKU.
    const byPiece = isByPiece(plan.offer.product_type);
    return byPiece ? badInput('sku_id', { key: 'required' }) : { pool_id: plan_id, plan };
  }
  if (sku_id === undefined) return badInput('sku_id', { key: 'required' });
  const sku = asSkuId(sku_id);
  const stream = stockStream(sku);
  const of = await parts.committer.read([stream], (states) => states.get(stockKind, stream).plan_id);
  const plan = of === null ? undefined : await planOf(parts, of);
  if (plan?.creator_id !== creator || !skuOf(plan, sku)) return unknown;
  return { pool_id: sku, plan, sku_id: sku };
}

/** Lines left in a pool, and units that paid orders wait for. */
export const poolCounts = ({ committer }: Parts, pool_id: string) => {
  const stream = repliesStream(pool_id);
  return committer.read([stream], (states) => {
    const pool = states.get(repliesKind, stream);
    const reply_pending_num = pool.waiting.reduce((sum, { units }) => sum + units, 0);
    return { reply_random_num: linesLeft(pool), reply_pending_num };
  });
};
