import type { PlanId, UserId } from '#events/ids.ts';
import { planStream, repliesStream } from '#events/stream-names.ts';
import { type CatalogPlan, planById } from '#read-models/catalog/queries.ts';
import type { Dependencies } from '#services/api/http/dependencies.ts';
import { type OfferedPlan, planKind } from '#services/commerce/catalog/plan.ts';
import { linesLeft, repliesKind } from '#services/commerce/replies/replies.ts';
import { payRefusal } from '#services/modules/payments/registry.ts';
import { exactPlan, exactStreams } from './exact-plan.ts';
import { newPlanViewer, ownerOf, type Viewer, withOpened } from './plan-viewer.ts';

interface ViewedPlan {
  shown: CatalogPlan;
  viewer: Viewer;
}

type Parts = Pick<
  Dependencies,
  'albumTexts' | 'clock' | 'committer' | 'media' | 'payments' | 'planTexts' | 'pool' | 'postTexts'
>;

/** Pools that the offer draws on, read where they are exact. */
async function poolLines({ committer }: Parts, { plan_id, offer, skus }: OfferedPlan) {
  const pools = [
    ...(offer.reply.random_on ? [plan_id] : []),
    ...skus.flatMap(({ sku_id, reply }) => (reply.random_on ? [sku_id] : [])),
  ];
  if (pools.length === 0) return new Map<string, number>();
  return committer.read(
    pools.map(repliesStream),
    (states) =>
      new Map<string, number>(pools.map((id) => [id, linesLeft(states.get(repliesKind, repliesStream(id)))])),
  );
}

/**
 * The caller's plan after a write, exact without a delay; sales and codes are as old as the read models. Throws if there is
 * none.
 * @param created it is new: without sales and codes
 */
export async function ownPlan(parts: Parts, plan_id: PlanId, created: boolean): Promise<ViewedPlan> {
  const { committer, planTexts, pool, clock } = parts;
  const stream = planStream(plan_id);
  const plan = await committer.read([stream], (states) => states.get(planKind, stream));
  if (plan.phase === 'none') throw new Error(`plan ${plan_id} was edited but is not there`);
  const sold = created ? 0 : ((await planById(pool, { plan_id })).rows[0]?.sold_count ?? 0);
  const [offer, skus, reply_lines] = await Promise.all([
    planTexts.offerOf(plan),
    planTexts.skusOf(plan, plan.skus),
    poolLines(parts, plan),
  ]);
  const shown = await committer.read(exactStreams(plan), (states) =>
    exactPlan(states, plan, { offer, skus }, sold),
  );
  const viewer = created
    ? await withOpened(parts, newPlanViewer(clock.now(), payRefusal(parts.payments.methods)), [shown])
    : await withOpened(parts, await ownerOf(parts, plan.creator_id as UserId, [shown]), [shown]);
  return { shown, viewer: { ...viewer, owner: viewer.owner && { ...viewer.owner, reply_lines } } };
}
