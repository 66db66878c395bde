import { type Fen, fenOf, times, ZERO } from '#events/money.ts';
import { badInput, type Refusal } from '#services/runtime/refusal.ts';
import type { TemplateState } from './shipping-template.ts';

/** The largest fee that a rule may name: 10,000.00. */
export const LARGEST_SHIPPING_FEE = fenOf(1_000_000);

export type ShippingCost = { ok: true; fee: Fen } | { ok: false; refusal: Refusal };

/**
 * What sending costs (docs/domain.md, Prices, step 7): the first item and each further one by the rule of the
 * province, nothing once the goods come to `free_from`. A province in no rule is refused, by the field
 * `province`: also when sending would be free.
 * @param province code of the province it goes to
 * @param items units that are sent, 1 or more
 * @param goods_amount fen; what is paid for the goods
 * @param free_from fen; the creator's threshold, null when there is none
 */
export function shippingFee(
  template: TemplateState,
  province: string,
  items: number,
  goods_amount: Fen,
  free_from: Fen | null,
): ShippingCost {
  const rules = template.phase === 'none' ? [] : template.rules;
  const rule = rules.find(({ provinces }) => provinces.includes(province));
  if (rule === undefined) return { ok: false, refusal: badInput('province', { key: 'not_delivered' }) };
  if (free_from !== null && goods_amount >= free_from) return { ok: true, fee: ZERO };
  return { ok: true, fee: fenOf(rule.first_fee + times(rule.next_fee, Math.max(items - 1, 0))) };
}
