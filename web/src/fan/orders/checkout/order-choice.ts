import { PRODUCT_TYPE } from '#events/status.ts';
import type { Plan } from '#services/contract/catalog/plans.ts';
import type { PrepareOrder } from '#services/contract/orders/orders.ts';
import type { BoughtFor } from '../../content/bought-for.ts';

/** One line of the choice: a SKU and how many. */
export interface Line {
  sku_id: string;
  count: number;
}

/** The query of /order/create (commerce specification 2). */
export interface OrderSearch extends BoughtFor {
  plan_id?: string | undefined;
  product_type?: number | undefined;
  month?: number | undefined;
  /** Months bought with an upgrade. */
  further_months?: number | undefined;
  /** 1: the plan begins when the present one ends. */
  begin_at_end?: number | undefined;
  /** JSON list of sku_id and count. */
  sku?: string | undefined;
  /** Bundles; `sku` then has the contents of one. */
  bundle_count?: number | undefined;
  remark?: string | undefined;
  /** What a program of the creator calls the purchase; the order keeps it. */
  custom_order_id?: string | undefined;
  /** Instead of a plan: an amount for this creator. */
  user_id?: string | undefined;
  custom_price?: string | undefined;
  affiliate_code?: string | undefined;
}

/** Of one order, unless the plan says less. */
export const MAX_MONTHS = 36;
export const MAX_BUNDLES = 1_000;
const MAX_LINES = 100;

/** Reads the `sku` of a checkout link; nothing for an invalid list. */
export function linesOf(sku: string | undefined): Line[] {
  if (sku === undefined) return [];
  try {
    const list: unknown = JSON.parse(sku);
    if (!Array.isArray(list)) return [];
    return list.slice(0, MAX_LINES).flatMap((line: unknown) => {
      if (typeof line !== 'object' || line === null || !('sku_id' in line) || !('count' in line)) return [];
      const count = Number(line.count);
      return Number.isInteger(count) && count > 0 ? [{ sku_id: String(line.sku_id), count }] : [];
    });
  } catch {
    return [];
  }
}

/** Months that one period of the plan has: 1, 3 or 12. */
export const periodOf = (plan: Pick<Plan, 'pay_month'>): number =>
  plan.pay_month === 3 || plan.pay_month === 12 ? plan.pay_month : 1;

type Months = Pick<Plan, 'pay_month' | 'permanent' | 'single_month'>;

/** The most months of one order. */
export const mostMonths = ({ single_month }: Pick<Plan, 'single_month'>): number =>
  single_month ? 1 : MAX_MONTHS;

/** The months to be bought: whole periods, from one to as many as an order of the plan holds. */
export function monthsOf(plan: Months, months: number | undefined): number {
  const period = periodOf(plan);
  if (plan.permanent) return 1;
  const periods = Math.max(1, Math.round((months ?? period) / period));
  return Math.min(periods, Math.floor(mostMonths(plan) / period)) * period;
}

/** Months bought with an upgrade: whole periods, or none. */
export function furtherMonthsOf(plan: Months, request = 0): number {
  const period = periodOf(plan);
  const periods = Math.max(0, Math.round(request / period));
  return plan.permanent ? 0 : Math.min(periods, Math.floor(mostMonths(plan) / period)) * period;
}

/**
 * Whole percent off by months (commerce specification 9: 6–11 months 6 %, 12–23 10 %, 24–35 14 %, 36 16 %), only for
 * labels; the server computes the price.
 */
export function savingPercent(months: number): number {
  if (months >= 36) return 16;
  if (months >= 24) return 14;
  if (months >= 12) return 10;
  return months >= 6 ? 6 : 0;
}

/** Each ticket needs a holder. */
export const namesHolders = ({ product_type, need_identity }: Pick<Plan, 'product_type' | 'need_identity'>) =>
  product_type === PRODUCT_TYPE.ticket && need_identity;

export const isSent = ({ need_address, shipping_template_id }: Plan): boolean =>
  need_address || shipping_template_id !== '';

/** The part of a link that belongs to the plan. */
export const linesFor = (plan: Plan, search: OrderSearch): Line[] =>
  linesOf(search.sku).filter(({ sku_id }) => plan.sku.some((sku) => sku.sku_id === sku_id));

/** The choice, and whether it can be priced: something is chosen, and a bundle is complete. */
export function choiceOf(plan: Plan, search: OrderSearch): { choice: PrepareOrder; complete: boolean } {
  const { plan_id, product_type } = plan;
  const bundle_count = Math.min(MAX_BUNDLES, Math.max(1, search.bundle_count ?? 1));
  const sku = linesFor(plan, search);
  switch (product_type) {
    case PRODUCT_TYPE.sponsorship: {
      const month = monthsOf(plan, search.month);
      const further_months = furtherMonthsOf(plan, search.further_months);
      const choice = { plan_id, product_type, month, ...(further_months > 0 && { further_months }) };
      return { choice: search.begin_at_end ? { ...choice, begin_at_end: true } : choice, complete: true };
    }
    case PRODUCT_TYPE.bundle:
      return { choice: { plan_id, product_type, bundle_count }, complete: true };
    case PRODUCT_TYPE.choice_bundle: {
      const units = sku.reduce((all, { count }) => all + count, 0);
      return {
        choice: { plan_id, product_type, sku, bundle_count },
        complete: units === plan.bundle_sku_select_count,
      };
    }
    default:
      return { choice: { plan_id, product_type, sku }, complete: sku.length > 0 };
  }
}

/** One entry per ticket, in the order in which they are sent. */
export const unitsOf = (lines: readonly Line[]): string[] =>
  lines.flatMap(({ sku_id, count }) => Array.from({ length: count }, () => sku_id));
