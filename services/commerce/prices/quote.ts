import { isAbroad } from '#events/destinations.ts';
import type { PlanId, UserId } from '#events/ids.ts';
import { type Fen, fenOf, MAX_INPUT, toWire, ZERO } from '#events/money.ts';
import type { MembershipTerms, OrderLine, Upgrade } from '#events/orders.ts';
import { membershipStream, planStream, templateStream, termsStream } from '#events/stream-names.ts';
import type { Millis } from '#events/time.ts';
import { badInput, isRefusal, type Refusal } from '#services/runtime/refusal.ts';
import { begunRefusal, notInvited, notOnSale } from '../catalog/on-sale.ts';
import { partIsOffered, partPlans } from '../catalog/parts.ts';
import { type OfferedPlan, type PlanState, planKind } from '../catalog/plan.ts';
import { notDelivered, shippingFee } from '../catalog/shipping-fee.ts';
import { templateKind } from '../catalog/shipping-template.ts';
import type { States } from '../engine/command.ts';
import type { Period } from '../memberships/period.ts';
import { type Choice, type ChoiceInput, choose, furtherMonthsOf, monthOf } from './choice.ts';
import {
  dependsOnMembership,
  type MembershipEffect,
  membershipOf,
  membershipTerms,
  periodFor,
  upgradeOf,
} from './membership-effect.ts';
import { type Price, priceOf } from './price.ts';
import { termsKind } from './terms.ts';

/** Person and choice, before any state is loaded. */
export interface QuoteQuery extends ChoiceInput {
  plan_id: PlanId;
  /** null: a guest, who has no membership. */
  user_id: UserId | null;
  /** Paid by a redeem code: it costs nothing. */
  redeemed: boolean;
  /** Without a province, shipping is omitted instead of refused. */
  shipping_later?: boolean;
  /** A quote before the invite code is entered: a missing code is fine, a wrong one is refused. */
  invite_later?: boolean;
}

/** The shipping template; without a province the fee is computed later. */
function sentBy({ offer }: OfferedPlan, { province, redeemed }: QuoteQuery): Quote['shipping'] {
  const { shipping_template_id: template_id } = offer;
  if (template_id === null) return null;
  if (province) return { template_id, province };
  // So that a later address is also limited to provinces with delivery.
  return redeemed ? { template_id, province: '' } : null;
}

/** The quote of a choice: everything of an order that follows from the plan and the creator's terms. */
export interface Quote {
  plan: OfferedPlan;
  month: number;
  lines: readonly OrderLine[];
  bundle_count: number;
  price: Price;
  membership: MembershipTerms | null;
  upgrade: Upgrade | null;
  /** The membership that it gives if it is paid now; null: none. */
  period: Period | null;
  /** An empty province: not entered yet. */
  shipping: { template_id: string; province: string } | null;
  /** Shipping depends on the province, which is missing. */
  shipping_unknown: boolean;
}

/** Streams that a quote needs once the plan is known. */
export function quoteStreams(plan: PlanState, user: UserId | null): string[] {
  if (plan.phase === 'none') return [];
  const { shipping_template_id } = plan.offer;
  return [
    termsStream(plan.creator_id),
    ...(user !== null && dependsOnMembership(plan) ? [membershipStream(plan.creator_id, user)] : []),
    ...(shipping_template_id === null ? [] : [templateStream(shipping_template_id)]),
    ...partPlans(plan.skus),
  ];
}

/** Step 7, by template and destination; free without shipping or with a redeem code. */
function shippingOf(
  states: States,
  plan: OfferedPlan,
  query: QuoteQuery,
  { lines }: Choice,
): ((goods: Fen) => Fen | Refusal) | Refusal {
  const { shipping_template_id } = plan.offer;
  const { province, redeemed } = query;
  if (shipping_template_id === null) {
    // Without a template it ships free, but only in the mainland.
    const abroad = plan.offer.need_address && province !== undefined && isAbroad(province);
    return abroad ? notDelivered(province) : () => ZERO;
  }
  if (province === undefined || province === '') {
    // Redeeming comes first; the address can be entered after the order.
    return query.shipping_later || redeemed ? () => ZERO : badInput('province', { key: 'required' });
  }
  const template = states.get(templateKind, templateStream(shipping_template_id));
  const { free_shipping } = states.get(termsKind, termsStream(plan.creator_id));
  const items = lines.reduce((sum, { count }) => sum + count, 0);
  if (redeemed) {
    const cost = shippingFee(template, province, items, ZERO, null);
    return cost.ok ? () => ZERO : cost.refusal;
  }
  return (goods) => {
    const cost = shippingFee(template, province, items, goods, free_shipping);
    return cost.ok ? cost.fee : cost.refusal;
  };
}

function totalRefusal({ total_amount }: Price, redeemed: boolean): Refusal | null {
  // Only imports have a zero price; such an offer cannot be bought for free.
  if (total_amount < 1 && !redeemed) return badInput('plan_id', { key: 'not_on_sale' });
  if (total_amount <= MAX_INPUT) return null;
  return badInput('total_amount', { key: 'out_of_range', min: '0.01', max: toWire(MAX_INPUT) });
}

/** The price, shipping included; or the refusal if the choice cannot be shipped there. */
function priced(
  states: States,
  plan: OfferedPlan,
  query: QuoteQuery,
  now: Millis,
  choice: Choice,
  month: number,
  membership: MembershipEffect,
): Price | Refusal {
  const shipping = shippingOf(states, plan, query, choice);
  if (isRefusal(shipping)) return shipping;
  let refusal: Refusal | null = null;
  const price = priceOf({
    offer: plan.offer,
    now,
    discount_option: states.get(termsKind, termsStream(plan.creator_id)).discount_option,
    month,
    lines: choice.lines,
    bundle_count: choice.bundle_count,
    vip: membership.vip,
    upgrade: query.redeemed ? null : membership.upgrade,
    redeemed: query.redeemed,
    shippingFor(goods) {
      const fee = shipping(goods);
      if (!isRefusal(fee)) return fee;
      refusal = fee;
      return fenOf(0);
    },
  });
  return refusal ?? totalRefusal(price, query.redeemed) ?? price;
}

/** Why the plan is not for sale to this person, whatever the choice. */
function saleRefusal(plan: OfferedPlan, query: QuoteQuery, now: Millis): Refusal | null {
  const type = plan.offer.product_type;
  if (query.product_type !== undefined && query.product_type !== type) {
    return badInput('product_type', { key: 'out_of_range', min: String(type), max: String(type) });
  }
  const enteredLater = query.invite_later === true && !query.invite_code?.trim();
  return notOnSale(plan, now, query.redeemed) ?? (enteredLater ? null : notInvited(plan, query.invite_code));
}

/** Why a part of the choice is not available: its round has begun, or it is not offered any more. */
function choiceRefusal(
  states: States,
  plan: OfferedPlan,
  query: QuoteQuery,
  { lines }: Choice,
  now: Millis,
): Refusal | null {
  const offered = lines.every(({ sku }) => partIsOffered(states, sku));
  return begunRefusal(plan, query.lines, now) ?? (offered ? null : { code: 'out_of_stock' });
}

const unknownPlan: Refusal = {
  code: 'not_found',
  errors: [{ field: 'plan_id', message: { key: 'unknown' } }],
};

/**
 * What a choice costs now: the one function that answers prepare and decides create. Refuses: an unknown plan
 * (not_found), a deleted one (plan_deleted), a cheaper plan than the one that runs (downgrade_unsupported), and
 * by field a plan that is hidden or not selling now, another product type, SKUs that are not the plan's, tickets of a
 * round that has begun, wrong bundles, months out of range, a missing or wrong invite code, a province without
 * delivery, a total above the largest amount.
 * @param chooseOf makes the choice, where its caller has made it before
 */
export function quoteFor(
  states: States,
  query: QuoteQuery,
  now: Millis,
  chooseOf: (plan: OfferedPlan) => Choice | Refusal = (plan) => choose(plan, query),
): Quote | Refusal {
  const plan = states.get(planKind, planStream(query.plan_id));
  if (plan.phase === 'none') return unknownPlan;
  const notSold = saleRefusal(plan, query, now);
  if (notSold) return notSold;
  const choice = chooseOf(plan);
  if (isRefusal(choice)) return choice;
  const unavailable = choiceRefusal(states, plan, query, choice, now);
  if (unavailable) return unavailable;
  const effect = membershipOf(states, plan, query, now);
  if (isRefusal(effect)) return effect;
  const { upgrade } = effect;
  if (upgrade !== null && query.redeemed) return { code: 'state_does_not_allow' };
  const month = upgrade
    ? furtherMonthsOf(plan, query.further_months)
    : monthOf(plan, query.month, query.redeemed);
  if (isRefusal(month)) return month;
  const price = priced(states, plan, query, now, choice, month, effect);
  if (isRefusal(price)) return price;
  const quote = quoted(plan, query, choice, month, price, effect);
  const period = periodFor(states, effect, { plan_id: plan.plan_id, ...quote }, now);
  return isRefusal(period) ? period : { ...quote, period };
}

function quoted(
  plan: OfferedPlan,
  query: QuoteQuery,
  { lines, bundle_count }: Choice,
  month: number,
  price: Price,
  { after, upgrade }: MembershipEffect,
): Omit<Quote, 'period'> {
  const { offer } = plan;
  return {
    plan,
    month,
    lines: lines.map(({ sku, count }, at) => ({
      sku_id: sku.sku_id,
      name: sku.name,
      price: price.unit_prices[at] ?? sku.price,
      count,
      of_plan: sku.of_plan,
    })),
    bundle_count,
    price,
    membership: membershipTerms(offer, after),
    upgrade: upgrade && upgradeOf(upgrade, price),
    shipping: sentBy(plan, query),
    shipping_unknown: offer.shipping_template_id !== null && !query.redeemed && !query.province,
  };
}
