import { type Fen, fenOf, times, ZERO } from '#events/money.ts';
import { badInput, type Refusal } from '#services/runtime/refusal.ts';
import type { TemplateState } from './shipping-template.ts';

/** The largest fee that a rule may name: 10,000.00. */
export const MAX_SHIPPING_FEE = fenOf(1_000_000);

export type ShippingCost = { ok: true; fee: Fen } | { ok: false; refusal: Refusal };

/**
 * The shipping fee (docs/domain/prices.md, step 7): first item and further items by the rule of the province, free
 * from `free_from` on. A province in no rule is refused by the field `province`, even if shipping would be free.
 * @param province code of the destination
 * @param items shipped units, 1 or more
 * @param goods_amount fen; price of the goods
 * @param free_from fen; the creator's threshold, null without one
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
