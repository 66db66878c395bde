import { asPlanId, asUserId, type UserId } from '#events/ids.ts';
import { membershipStream } from '#events/stream-names.ts';
import type { Millis } from '#events/time.ts';
import { type Opener, openersOf } from '#read-models/catalog/openers.ts';
import type { Dependencies } from '#services/api/http/dependencies.ts';
import { buyableNow } from '#services/commerce/catalog/buyable.ts';
import { mainMembership, membershipKind } from '#services/commerce/memberships/membership.ts';
import { membershipStep } from '#services/commerce/prices/membership-effect.ts';

/** Whether the creator sells a dearer plan to upgrade to now, and another one to begin at the end. */
interface PlanChanges {
  upgrade: boolean;
  later: boolean;
}
const NO_CHANGES: PlanChanges = { upgrade: false, later: false };

async function changesOf(
  { committer }: Pick<Dependencies, 'committer'>,
  user_id: UserId,
  creator_id: UserId,
  onSale: readonly Opener[],
): Promise<PlanChanges> {
  const stream = membershipStream(creator_id, user_id);
  return committer.read([stream], (states, now) => {
    const main = mainMembership(states.get(membershipKind, stream), now);
    if (main === null || main.until === null) return NO_CHANGES;
    const others = onSale.filter(({ offer, plan_id }) => !offer.independent && plan_id !== main.plan_id);
    const steps = others.map(({ plan_id, offer }) =>
      membershipStep(states, { plan_id: asPlanId(plan_id), creator_id, offer }, user_id, now),
    );
    return {
      upgrade: steps.includes('upgrade'),
      later: others.some(({ offer }) => offer.price <= main.monthly_price),
    };
  });
}

/** What a fan can change the main membership of each of these creators to. */
export async function planChanges(
  deps: Pick<Dependencies, 'committer' | 'pool'>,
  user_id: UserId,
  creators: readonly string[],
  now: Millis,
): Promise<Map<string, PlanChanges>> {
  const wanted = { creator_ids: creators, plan_ids: [], sku_plans: [], sku_ids: [] };
  const { rows } = await openersOf(deps.pool, wanted);
  const onSale = Map.groupBy(
    rows.filter((one) => buyableNow(one, [], null, now).refusal === ''),
    ({ creator_id }) => creator_id,
  );
  const found = await Promise.all(
    creators.map((id) => changesOf(deps, user_id, asUserId(id), onSale.get(id) ?? [])),
  );
  return new Map(creators.map((id, nth) => [id, found[nth] ?? NO_CHANGES]));
}
