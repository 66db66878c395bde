import type { PlanId, SkuId, UserId } from '#events/ids.ts';
import type { PlanOffer, PlanStatus, SkuOffer } from '#events/plan.ts';
import type { DomainEvent } from '#events/registry.ts';
import type { Millis } from '#events/time.ts';

/** Arrays and plain objects only, so that a snapshot is the state's JSON. */
export type PlanState = { phase: 'none' } | OfferedPlan;

export interface OfferedPlan {
  phase: 'offered';
  plan_id: PlanId;
  creator_id: UserId;
  status: PlanStatus;
  offer: PlanOffer;
  /** In the order in which they were first offered. */
  skus: readonly SkuOffer[];
  /** Ids are never offered again once withdrawn. */
  withdrawn: readonly SkuId[];
  updated_at: Millis;
}

export const PLAN_NORMAL: PlanStatus = 1;
export const PLAN_DELETED: PlanStatus = 2;
export const PLAN_HIDDEN: PlanStatus = 3;

export const noPlan: PlanState = { phase: 'none' };

export const skuOf = (plan: OfferedPlan, sku: string): SkuOffer | undefined =>
  plan.skus.find(({ sku_id }) => sku_id === sku);

function withSku(skus: readonly SkuOffer[], sku: SkuOffer): readonly SkuOffer[] {
  const at = skus.findIndex(({ sku_id }) => sku_id === sku.sku_id);
  return at === -1 ? [...skus, sku] : skus.with(at, sku);
}

export function evolvePlan(state: PlanState, event: DomainEvent, at: Millis): PlanState {
  if (event.type === 'PlanCreated') {
    const { plan_id, creator_id, offer } = event.data;
    return {
      phase: 'offered',
      plan_id,
      creator_id,
      offer,
      status: PLAN_NORMAL,
      skus: [],
      withdrawn: [],
      updated_at: at,
    };
  }
  if (state.phase === 'none') return state;
  switch (event.type) {
    case 'PlanRevised':
      return { ...state, offer: event.data.offer, updated_at: at };
    case 'PlanStatusChanged':
      return { ...state, status: event.data.status, updated_at: at };
    case 'SkuOffered':
      return { ...state, skus: withSku(state.skus, event.data.sku), updated_at: at };
    case 'SkuWithdrawn': {
      const gone = event.data.sku_id;
      return {
        ...state,
        skus: state.skus.filter(({ sku_id }) => sku_id !== gone),
        withdrawn: [...state.withdrawn, gone],
        updated_at: at,
      };
    }
    default:
      return state;
  }
}
