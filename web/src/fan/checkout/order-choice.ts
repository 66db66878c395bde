import type { Plan } from '#services/api/contract/plans.ts';

/** One line of the choice: a SKU and how many. */
export interface Line {
  sku_id: string;
  count: number;
}

/** What /order/create was asked for (commerce specification 2). */
export interface OrderSearch {
  plan_id?: string | undefined;
  product_type?: number | undefined;
  month?: number | undefined;
  /** JSON list of sku_id and count. */
  sku?: string | undefined;
  /** Bundles; `sku` then says what is in one of them. */
  bundle_count?: number | undefined;
  remark?: string | undefined;
}

export const MOST_MONTHS = 36;
const MOST_LINES = 100;

/** Reads the `sku` of a checkout link; nothing for what is not such a list. */
export function linesOf(sku: string | undefined): Line[] {
  if (sku === undefined) return [];
  try {
    const list: unknown = JSON.parse(sku);
    if (!Array.isArray(list)) return [];
    return list.slice(0, MOST_LINES).flatMap((line: unknown) => {
      if (typeof line !== 'object' || line === null || !('sku_id' in line) || !('count' in line)) return [];
      const count = Number(line.count);
      return Number.isInteger(count) && count > 0 ? [{ sku_id: String(line.sku_id), count }] : [];
    });
  } catch {
    return [];
  }
}

/** Months that one period of the plan has: 1, 3 or 12. */
export const periodOf = (plan: Plan): number =>
  plan.pay_month === 3 || plan.pay_month === 12 ? plan.pay_month : 1;

/** The months to be bought: whole periods, from one to as many as 36 months hold. */
export function monthsOf(plan: Plan, asked: number | undefined): number {
  const period = periodOf(plan);
  if (plan.permanent) return 1;
  const periods = Math.max(1, Math.round((asked ?? period) / period));
  return Math.min(periods, Math.floor(MOST_MONTHS / period)) * period;
}

/**
 * Whole percent off for so many months (commerce specification 9: 6–11 months 6 %, 12–23 10 %, 24–35
 * 14 %, 36 16 %), only to label the choice; the price itself is the server's.
 */
export function savingPercent(months: number): number {
  if (months >= 36) return 16;
  if (months >= 24) return 14;
  if (months >= 12) return 10;
  return months >= 6 ? 6 : 0;
}
