import { LRUCache } from 'lru-cache';
import type { EventLog } from '#events/log/log.ts';
import { pagesOfStream } from '#events/log/stream-pages.ts';
import type { OrderPlacedData } from '#events/orders.ts';
import { planStream } from '#events/stream-names.ts';
import { type OfferedPlan, planKind } from '#services/commerce/catalog/plan.ts';
import { foldRecorded, unwritten } from '#services/commerce/engine/stream-kind.ts';
import { weightOf } from '#services/runtime/weight.ts';

type Sold = Pick<OrderPlacedData, 'plan_id' | 'plan_version'>;

/** The offers of orders at the time of sale. */
export interface PlansAsSold {
  /** Undefined for a custom amount, which has no plan. */
  of(order: Sold): Promise<OfferedPlan | undefined>;
}

/** Cache of folded plans for buyers of the same version. */
const CACHED = 500;
const CACHED_BYTES = 32 * 1_048_576;

export function openPlansAsSold(log: Pick<EventLog, 'readStreams'>): PlansAsSold {
  const cache = new LRUCache<string, OfferedPlan>({
    max: CACHED,
    maxSize: CACHED_BYTES,
    sizeCalculation: weightOf,
  });
  return {
    async of({ plan_id, plan_version }) {
      if (plan_id === '' || plan_version < 0) return undefined;
      const key = `${plan_id} ${plan_version}`;
      const known = cache.get(key);
      if (known) return known;
      const stream = planStream(plan_id);
      let folded = unwritten(planKind);
      for await (const page of pagesOfStream(log, stream)) {
        folded = foldRecorded(
          planKind,
          folded,
          page.filter((event) => event.version <= plan_version),
        );
        if (folded.version >= plan_version) break;
      }
      const { state: plan, version } = folded;
      if (plan.phase === 'none' || version !== plan_version) {
        throw new Error(`plan ${plan_id} has no version ${plan_version}`);
      }
      cache.set(key, plan);
      return plan;
    },
  };
}
