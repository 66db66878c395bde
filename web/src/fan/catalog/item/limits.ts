import type { TFunction } from 'i18next';
import { limitsAccount, limitsSkus } from '#events/status.ts';
import type { Plan, Sku } from '#services/contract/catalog/plans.ts';
import { leftOfSku } from './stock-left.ts';

type Limit = NonNullable<Plan['product_purchase_limit']>;

const PERIODS = { '-1': 'limit.ever', 1: 'limit.day', 7: 'limit.week', 30: 'limit.month' } as const;

/** The limit as a sentence: 每人每 7 天限购 2 件. */
export function limitSentence(t: TFunction<'orders-buying'>, limit: Limit): string {
  const { purchase_limit_count: count, purchase_limit_days: days } = limit;
  const known = Object.entries(PERIODS).find(([period]) => Number(period) === days)?.[1];
  return t(known ?? 'limit.days', { count, days });
}

export const limitOfSku = (plan: Plan, sku: Sku): Limit | null =>
  limitsSkus(plan.purchase_limit_type) ? sku.product_purchase_limit : null;

/** The limit over all SKUs together, if there is one. */
export const limitOfPlan = (plan: Plan): Limit | null =>
  limitsAccount(plan.purchase_limit_type) ? plan.product_purchase_limit : null;

/** What the limits say of a choice. `once`: it cannot be bought a second time; `ever`: no limit ends with a period. */
export function limitsOf(plan: Plan, lines: readonly { sku_id: string; count: number }[]) {
  const limits = [{ limit: limitOfPlan(plan), count: lines.reduce((sum, { count }) => sum + count, 0) }];
  for (const { sku_id, count } of lines) {
    const sku = plan.sku.find((one) => one.sku_id === sku_id);
    if (sku !== undefined) limits.push({ limit: limitOfSku(plan, sku), count });
  }
  const held = limits.flatMap(({ limit, count }) => (limit === null ? [] : [{ ...limit, count }]));
  return {
    once: held.some(({ purchase_limit_count, count }) => 2 * count > purchase_limit_count),
    ever: held.length > 0 && held.every(({ purchase_limit_days }) => purchase_limit_days === -1),
  };
}

/** The maximum of a SKU in one order: by stock, limits, and the contract. */
export function mostOf(plan: Plan, sku: Sku): number {
  const bounds = [
    leftOfSku(sku),
    limitOfSku(plan, sku)?.purchase_limit_count ?? Number.POSITIVE_INFINITY,
    limitOfPlan(plan)?.purchase_limit_count ?? Number.POSITIVE_INFINITY,
    MAX_PER_LINE,
  ];
  return Math.max(0, Math.min(...bounds));
}

const MAX_PER_LINE = 10_000;
