import { toWire } from '#events/money.ts';
import type { OrderPlacedData } from '#events/orders.ts';
import { planStream } from '#events/stream-names.ts';
import type { Millis } from '#events/time.ts';
import { badInput, isRefusal, type Refusal } from '#services/runtime/refusal.ts';
import { affiliateFor, codeStreams } from '../affiliates/code-use.ts';
import { type OfferedPlan, planKind } from '../catalog/plan.ts';
import type { States } from '../engine/command.ts';
import type { OrderContents } from '../engine/order-effect.ts';
import { remembered } from '../engine/remembered.ts';
import { type Choice, choose } from '../prices/choice.ts';
import { type Quote, type QuoteQuery, quoteFor, quoteStreams } from '../prices/quote.ts';
import { contentsOf, holdersRefusal } from './contents.ts';
import { effectStreams } from './effects.ts';
import { type OrderInput, requestFields } from './order-input.ts';

/** What a request would place: the streams that it needs, and the order on their states. */
export interface Placement {
  /** As far as the loaded states name them. */
  streams(states: States): string[];
  /** The order at its present price, or why there is none. Nothing is held. */
  order(states: States, now: Millis): OrderPlacedData | Refusal;
}

/** What a request chooses of its plan, and what an order of it consists of. */
interface ChosenContents {
  choice: Choice;
  contents: OrderContents;
}

/** A request for a plan: its choice is made once for each state of the plan, its price where it is asked for. */
export interface PlanRequest {
  /** Streams that its order reads and writes; none for an unknown plan. */
  streams(states: States): string[];
  /** Refusals are those of `quoteFor`. */
  quote(
    states: States,
    now: Millis,
    later?: Pick<QuoteQuery, 'shipping_later' | 'invite_later'>,
  ): Quote | Refusal;
  /** The order of a quote. */
  order(states: States, quote: Quote, affiliate: OrderPlacedData['affiliate'], now: Millis): OrderPlacedData;
}

export function planRequest(input: OrderInput): PlanRequest {
  const stream = planStream(input.plan_id);
  const redeemed = input.redeem !== undefined && input.redeem !== null;
  const chosenOf = remembered((plan: OfferedPlan): ChosenContents | Refusal => {
    const choice = choose(plan, input);
    return isRefusal(choice) ? choice : { choice, contents: contentsOf(plan, choice, input) };
  });
  const choiceOf = (plan: OfferedPlan): Choice | Refusal => {
    const chosen = chosenOf(plan);
    return isRefusal(chosen) ? chosen : chosen.choice;
  };
  return {
    streams(states) {
      const plan = states.get(planKind, stream);
      if (plan.phase === 'none') return [];
      const chosen = chosenOf(plan);
      // Only SKUs of the plan: others are refused without a read.
      const changed = isRefusal(chosen) ? [] : effectStreams(chosen.contents);
      return [...quoteStreams(plan, input.user_id), ...changed];
    },
    quote: (states, now, later) => quoteFor(states, { ...input, redeemed, ...later }, now, choiceOf),
    order(states, quote, affiliate, now) {
      const chosen = chosenOf(quote.plan);
      if (isRefusal(chosen)) throw new Error('an order needs a choice');
      const { offer } = quote.plan;
      const { show_amount, discount, shipping_fee, total_amount, pricing } = quote.price;
      const need_address = offer.need_address || offer.shipping_template_id !== null;
      return {
        ...chosen.contents,
        ...requestFields(input, now),
        plan_name: offer.name,
        plan_version: states.versionOf(stream),
        product_type: offer.product_type,
        lines: [...quote.lines],
        month: quote.month,
        membership: quote.membership,
        upgrade: quote.upgrade,
        show_amount,
        discount,
        shipping_fee,
        total_amount,
        pricing,
        need_address,
        // An address is stored only if something is shipped.
        address_ref: need_address ? (input.address_ref ?? null) : null,
        shipping: quote.shipping,
        affiliate,
      };
    },
  };
}

/** The refusals of a valid quote for this fan. */
function refusalFor({ plan, lines, price }: Quote, input: OrderInput): Refusal | null {
  if (plan.creator_id === input.user_id) return { code: 'not_allowed' };
  if (plan.offer.remark_required && input.remark_ref === null) return badInput('remark', { key: 'required' });
  if (input.total_amount !== undefined && input.total_amount !== price.total_amount) {
    return { code: 'price_changed', total_amount: toWire(price.total_amount) };
  }
  return holdersRefusal(plan, lines, input);
}

/**
 * Places a plan. Refuses what `quoteFor` refuses, the own plan (not_allowed), a missing remark, tickets without
 * holders, and another total than the fan was shown (price_changed).
 */
export function placementOfPlan(input: OrderInput): Placement {
  const request = planRequest(input);
  const { plan_id, user_id, affiliate_code, redeem = null } = input;
  return {
    streams(states) {
      const plan = states.get(planKind, planStream(plan_id));
      const ofCode = plan.phase === 'none' ? [] : codeStreams(states, plan.creator_id, affiliate_code);
      return [...request.streams(states), ...ofCode];
    },
    order(states, now) {
      const quote = request.quote(states, now);
      if (isRefusal(quote)) return quote;
      const refusal = refusalFor(quote, input);
      if (refusal) return refusal;
      const use = { creator_id: quote.plan.creator_id, plan_id, user_id, affiliate_code };
      // A free order pays no commission.
      const affiliate = redeem === null ? affiliateFor(states, use) : null;
      return request.order(states, quote, affiliate, now);
    },
  };
}
