import type { SkuOffer } from '#events/catalog.ts';
import { PLAN_STATUS } from '#events/status.ts';
import { planStream } from '#events/stream-names.ts';
import type { States } from '../engine/command.ts';
import { planKind, skuOf } from './plan.ts';

type Part = Pick<SkuOffer, 'sku_id' | 'of_plan'>;

/** Streams of the plans of goods that a bundle's parts come from: they must still offer them. */
export const partPlans = (parts: readonly Part[]): string[] => [
  ...new Set(parts.flatMap(({ of_plan }) => (of_plan === null ? [] : [planStream(of_plan)]))),
];

/** Whether a part is still offered where it comes from. */
export function partIsOffered(states: States, { sku_id, of_plan }: Part): boolean {
  if (of_plan === null) return true;
  const source = states.get(planKind, planStream(of_plan));
  return (
    source.phase !== 'none' && source.status !== PLAN_STATUS.deleted && skuOf(source, sku_id) !== undefined
  );
}
