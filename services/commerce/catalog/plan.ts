import type { PlanId, SkuId, UserId } from '#events/ids.ts';
import type { DomainEvent } from '#events/registry.ts';
import { PLAN_STATUS, type PlanStatus } from '#events/status.ts';
import type { Millis } from '#events/time.ts';
import { streamKind } from '../engine/stream-kind.ts';
import type { StoredOffer, StoredSku } from './text-digests.ts';
import { storedOffer, storedSku } from './text-digests.ts';

/** Arrays and plain objects only, so that a snapshot is the state's JSON. */
export type PlanState = { phase: 'none' } | OfferedPlan;

export interface OfferedPlan {
  phase: 'offered';
  plan_id: PlanId;
  creator_id: UserId;
  status: PlanStatus;
  /** Without its texts: `PlanTexts` reads them. */
  offer: StoredOffer;
  /** Version of the stream that has the offer's texts. */
  offer_version: number;
  /** Version of the stream. */
  version: number;
  /** In the order in which they were first offered. */
  skus: readonly StoredSku[];
  /** Ids are never offered again once withdrawn. */
  withdrawn: readonly SkuId[];
  updated_at: Millis;
}

const noPlan: PlanState = { phase: 'none' };

export const skuOf = (plan: OfferedPlan, sku: string): StoredSku | undefined =>
  plan.skus.find(({ sku_id }) => sku_id === sku);

/** When a round begins now; null: it is not on offer. */
export const beginOf = (plan: PlanState, round_id: string | null): Millis | null =>
  (plan.phase === 'none' ? undefined : plan.offer.rounds.find((round) => round.round_id === round_id))
    ?.begin_time ?? null;

function withSku(skus: readonly StoredSku[], sku: StoredSku): readonly StoredSku[] {
  const at = skus.findIndex(({ sku_id }) => sku_id === sku.sku_id);
  return at === -1 ? [...skus, sku] : skus.with(at, sku);
}

function evolvePlan(state: PlanState, event: DomainEvent, at: Millis): PlanState {
  if (event.type === 'PlanCreated') {
    const { plan_id, creator_id, offer } = event.data;
    return {
      phase: 'offered',
      plan_id,
      creator_id,
      offer: storedOffer(offer),
      offer_version: 0,
      version: 0,
      status: PLAN_STATUS.normal,
      skus: [],
      withdrawn: [],
      updated_at: at,
    };
  }
  if (state.phase === 'none') return state;
  const version = state.version + 1;
  const changed = { version, updated_at: at };
  switch (event.type) {
    case 'PlanRevised':
      return { ...state, offer: storedOffer(event.data.offer), offer_version: version, ...changed };
    case 'PlanRanked':
      return { ...state, offer: { ...state.offer, rank: event.data.rank }, ...changed };
    case 'PlanHiddenSaleSet':
      return { ...state, offer: { ...state.offer, can_buy_hide: event.data.can_buy_hide }, ...changed };
    case 'PlanStatusChanged':
      return { ...state, status: event.data.status, ...changed };
    case 'SkuOffered':
      return { ...state, skus: withSku(state.skus, storedSku(event.data.sku, version)), ...changed };
    case 'SkuWithdrawn': {
      const gone = event.data.sku_id;
      return {
        ...state,
        skus: state.skus.filter(({ sku_id }) => sku_id !== gone),
        withdrawn: [...state.withdrawn, gone],
        ...changed,
      };
    }
    default:
      return state;
  }
}

export const planKind = streamKind<PlanState>('plan', noPlan, evolvePlan, { shape: 6 });
