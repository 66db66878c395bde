import type { PlanId } from '#events/ids.ts';
import { PRODUCT_TYPE } from '#events/status.ts';
import { bundleStream, planStream } from '#events/stream-names.ts';
import { bundlesHolding, type CatalogPlan } from '#read-models/catalog/queries.ts';
import type { Dependencies } from '#services/api/http/dependencies.ts';
import { buyableNow } from '#services/commerce/catalog/buyable.ts';
import { planKind } from '#services/commerce/catalog/plan.ts';
import { bundleKind, bundlesLeft } from '#services/commerce/stock/bundle.ts';
import type { IncompleteBundle } from '#services/contract/catalog/plan-changes.ts';
import { exactPlan, exactStreams } from './exact-plan.ts';

type Parts = Pick<Dependencies, 'committer' | 'pool'>;

/** Bundles that are in memory together. */
const AT_ONCE = 10;

/**
 * Bundles with parts that their goods no longer offer; the creator is warned of them when a SKU is withdrawn or the
 * goods are deleted. The list of bundles is as old as the catalogue; the missing parts are exact.
 */
export async function incompleteBundles(
  { committer, pool }: Parts,
  { plan_id, creator_id, offer }: Pick<CatalogPlan, 'plan_id' | 'creator_id' | 'offer'>,
): Promise<IncompleteBundle[]> {
  if (offer.product_type !== PRODUCT_TYPE.goods) return [];
  const { rows } = await bundlesHolding(pool, { creator_id, goods: plan_id });
  if (rows.length === 0) return [];
  const lacking: IncompleteBundle[] = [];
  for (let from = 0; from < rows.length; from += AT_ONCE) {
    const ids = rows.slice(from, from + AT_ONCE).map((row) => row.plan_id);
    lacking.push(...(await incompleteAmong(committer, plan_id, ids)));
  }
  return lacking;
}

async function incompleteAmong(
  committer: Parts['committer'],
  plan_id: string,
  ids: readonly PlanId[],
): Promise<IncompleteBundle[]> {
  const bundles = await committer.read(ids.map(planStream), (states) =>
    ids.flatMap((id) => {
      const bundle = states.get(planKind, planStream(id));
      return bundle.phase === 'offered' ? [bundle] : [];
    }),
  );
  return committer.read(bundles.flatMap(exactStreams), (states, now) =>
    bundles.flatMap((bundle) => {
      const { skus } = exactPlan(states, bundle, bundle, 0);
      const gone = skus.filter(({ of_plan, offered }) => of_plan === plan_id && !offered);
      const left = bundlesLeft(states.get(bundleKind, bundleStream(bundle.plan_id)));
      return gone.length === 0
        ? []
        : {
            plan_id: bundle.plan_id,
            name: bundle.offer.name,
            buy_refusal: buyableNow(bundle, skus, left, now).refusal,
            sku: gone.map(({ sku_id, name }) => ({ sku_id, name })),
          };
    }),
  );
}
