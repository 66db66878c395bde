import type { TFunction } from 'i18next';
import { limitsAccount, limitsSkus } from '#events/status.ts';
import type { Plan, Sku } from '#services/api/catalog/contract/plans.ts';
import { leftOfSku } from './stock-left.ts';

type Limit = NonNullable<Plan['product_purchase_limit']>;

const PERIODS = { '-1': 'limit.ever', 1: 'limit.day', 7: 'limit.week', 30: 'limit.month' } as const;

/** The limit as a sentence: 每人每 7 天限购 2 件. */
export function limitSentence(t: TFunction<'buying'>, limit: Limit): string {
  const { purchase_limit_count: count, purchase_limit_days: days } = limit;
  const known = Object.entries(PERIODS).find(([period]) => Number(period) === days)?.[1];
  return t(known ?? 'limit.days', { count, days });
}

export const limitOfSku = (plan: Plan, sku: Sku): Limit | null =>
  limitsSkus(plan.purchase_limit_type) ? sku.product_purchase_limit : null;

/** The limit over all SKUs together, if there is one. */
export const limitOfPlan = (plan: Plan): Limit | null =>
  limitsAccount(plan.purchase_limit_type) ? plan.product_purchase_limit : null;

/** The maximum of a SKU in one order: by stock, limits, and the contract. */
export function mostOf(plan: Plan, sku: Sku): number {
  const bounds = [
    leftOfSku(sku),
    limitOfSku(plan, sku)?.purchase_limit_count ?? Number.POSITIVE_INFINITY,
    limitOfPlan(plan)?.purchase_limit_count ?? Number.POSITIVE_INFINITY,
    MOST_A_LINE,
  ];
  return Math.max(0, Math.min(...bounds));
}

const MOST_A_LINE = 10_000;
