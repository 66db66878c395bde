import type { AutoReply } from '#events/catalog.ts';
import { asPlanId, asSkuId } from '#events/ids.ts';
import { CERTIFICATION_STATUS } from '#events/status.ts';
import { planStream } from '#events/stream-names.ts';
import { planKind } from '#services/commerce/catalog/plan.ts';
import { accept, refuse } from '#services/commerce/engine/command.ts';
import type { TestShop } from './shop.ts';
import type { TestApi, TestUser } from './test-api.ts';

/** Makes a creator a certified one, as a reviewer would. */
export async function certify(api: TestApi, creator: TestUser): Promise<void> {
  await api.deps.accounts.certifications.decide(creator.user_id, CERTIFICATION_STATUS.approved);
}

/** Sets the automatic replies of a SKU or plan directly in the plan's stream. */
export async function replyWith(
  api: TestApi,
  { creator, plan }: Pick<TestShop, 'creator' | 'plan'>,
  reply: AutoReply,
  sku_id?: string,
): Promise<void> {
  const plan_id = asPlanId(plan.plan_id);
  const stream = planStream(plan_id);
  const { user_id: creator_id } = creator;
  const outcome = await api.deps.committer.submit({
    name: 'reply_with',
    actor: 'process:test',
    streams: [stream],
    decide(states) {
      const state = states.get(planKind, stream);
      if (state.phase === 'none') return refuse({ code: 'not_found' });
      const skuState = state.skus.find((one) => sku_id !== undefined && one.sku_id === asSkuId(sku_id));
      const { version: _version, ...sku } = skuState ?? { version: 0 };
      const event =
        'sku_id' in sku
          ? { type: 'SkuOffered' as const, data: { plan_id, sku: { ...sku, reply } } }
          : { type: 'PlanRevised' as const, data: { plan_id, offer: { ...state.offer, reply } } };
      return accept([{ stream, creator_id, event }], null);
    },
  });
  if (!outcome.accepted) throw new Error('the reply was not set');
}
