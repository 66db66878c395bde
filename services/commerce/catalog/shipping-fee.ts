import type { ShippingRule } from '#events/catalog.ts';
import { ELSEWHERE, isAbroad } from '#events/destinations.ts';
import { type Fen, fenOf, times, ZERO } from '#events/money.ts';
import { badInput, type Refusal } from '#services/runtime/refusal.ts';
import type { TemplateState } from './shipping-template.ts';

/** The largest fee that a rule may name: 10,000.00. */
export const MAX_SHIPPING_FEE = fenOf(1_000_000);

export type ShippingCost = { ok: true; fee: Fen } | { ok: false; refusal: Refusal };

/** Why nothing is sent there. */
export const notDelivered = (destination: string): Refusal =>
  badInput(
    'province',
    isAbroad(destination) ? { key: 'not_delivered_abroad', country: destination } : { key: 'not_delivered' },
  );

/** The rule that names the destination; outside the mainland, else the one for every other country and region. */
function ruleFor(rules: readonly ShippingRule[], destination: string): ShippingRule | undefined {
  const naming = (code: string) => rules.find(({ provinces }) => provinces.includes(code));
  return destination === ELSEWHERE
    ? undefined
    : (naming(destination) ?? (isAbroad(destination) ? naming(ELSEWHERE) : undefined));
}

/**
 * The shipping fee (docs/domain/prices.md, step 7): first item and further items by the rule of the destination,
 * free from `free_from` on. One without a rule is refused by the field `province`, even if shipping would be free.
 * @param destination six digits of a province, or the two letters of another country or region
 * @param items shipped units, 1 or more
 * @param goods_amount fen; price of the goods
 * @param free_from fen; the creator's threshold, null without one
 */
export function shippingFee(
  template: TemplateState,
  destination: string,
  items: number,
  goods_amount: Fen,
  free_from: Fen | null,
): ShippingCost {
  const rules = template.phase === 'none' ? [] : template.rules;
  const rule = ruleFor(rules, destination);
  if (rule === undefined) return { ok: false, refusal: notDelivered(destination) };
  if (free_from !== null && goods_amount >= free_from) return { ok: true, fee: ZERO };
  return { ok: true, fee: fenOf(rule.first_fee + times(rule.next_fee, Math.max(items - 1, 0))) };
}
