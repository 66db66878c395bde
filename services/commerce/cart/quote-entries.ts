import type { SkuId, UserId } from '#events/ids.ts';
import type { OrderPlacedData } from '#events/orders.ts';
import { bundleStream, planStream, stockStream } from '#events/stream-names.ts';
import type { Millis } from '#events/time.ts';
import { isRefusal, type Refusal } from '#services/runtime/refusal.ts';
import { type OfferedPlan, planKind } from '../catalog/plan.ts';
import { accept, type Command, type Decided, type States } from '../engine/command.ts';
import { statesAfter } from '../engine/states-after.ts';
import { holdAll } from '../orders/effects.ts';
import type { OrderInput } from '../orders/order-input.ts';
import { type PlanRequest, planRequest } from '../orders/placement.ts';
import { membershipClash } from '../orders/several-orders.ts';
import type { Quote } from '../prices/quote.ts';
import { bundleKind, bundlesLeft } from '../stock/bundle.ts';
import { stockKind, unitsLeft } from '../stock/stock.ts';

/** One entry as an order; its number only distinguishes it from others. */
export type QuotedInput = Omit<OrderInput, 'remark_ref' | 'total_amount'>;

/** What became of one entry. */
export interface QuotedEntry {
  /** null: there is no such plan. */
  plan: OfferedPlan | null;
  /** What it costs now, whether or not it can be bought. */
  quote: Quote | null;
  /** Why it cannot be bought now; null: it can. */
  refusal: Refusal | null;
  /** Units left of each of its SKUs, null unlimited. */
  left: ReadonlyMap<string, number | null>;
  /** Bundles left, null unlimited or none. */
  bundles_left: number | null;
}

export interface QuoteEntries {
  user_id: UserId;
  entries: readonly QuotedInput[];
  /** They are bought together: each sees the units of those before it. Otherwise each is separate. */
  together: boolean;
}

/** An entry, with the order that it would place and the events that would hold it. */
interface EntryAttempt {
  entry: QuotedEntry;
  held: readonly Decided[];
  placed: OrderPlacedData | null;
}

function leftOf(states: States, lines: readonly { sku_id: SkuId }[]): Map<string, number | null> {
  return new Map(
    lines.map(({ sku_id }) => {
      const stream = stockStream(sku_id);
      return [sku_id, states.sees(stream) ? unitsLeft(states.get(stockKind, stream)) : null];
    }),
  );
}

function bundlesLeftOf(states: States, { plan_id }: QuotedInput): number | null {
  const stream = bundleStream(plan_id);
  return states.sees(stream) ? bundlesLeft(states.get(bundleKind, stream)) : null;
}

/** What is entered at checkout: it need not be there yet. */
const later = { shipping_later: true, invite_later: true };

function attemptEntry(
  states: States,
  input: QuotedInput,
  request: PlanRequest,
  before: readonly EntryAttempt[],
  now: Millis,
): EntryAttempt {
  const state = states.get(planKind, planStream(input.plan_id));
  const plan = state.phase === 'none' ? null : state;
  const quote = request.quote(states, now, later);
  const bundles_left = bundlesLeftOf(states, input);
  const left = leftOf(states, isRefusal(quote) ? input.lines : quote.lines);
  const refused = (refusal: Refusal): EntryAttempt => ({
    entry: { plan, quote: isRefusal(quote) ? null : quote, refusal, left, bundles_left },
    held: [],
    placed: null,
  });
  if (isRefusal(quote)) return refused(quote);
  if (quote.plan.creator_id === input.user_id) return refused({ code: 'not_allowed' });
  const placed = request.order(states, quote, null, now);
  const others = before.flatMap((one) => one.placed ?? []);
  const clash = membershipClash(others, placed);
  if (clash) return refused(clash);
  const held = holdAll(states, placed, now);
  if (!held.ok) return refused(held.refusal);
  return { entry: { plan, quote, refusal: null, left, bundles_left }, held: held.events, placed };
}

/**
 * The current price of each cart entry and whether it can be bought, without a write. Fields entered at checkout
 * (remark, holder, invite code) are not required, and shipping is omitted without a province.
 */
export function quoteEntries({ user_id, entries, together }: QuoteEntries): Command<QuotedEntry[]> {
  const inputs = entries.map((input) => ({
    input,
    request: planRequest({ ...input, redeem: null, remark_ref: null }),
  }));
  return {
    name: 'quote_entries',
    actor: `user:${user_id}`,
    streams: [...new Set(entries.map(({ plan_id }) => planStream(plan_id)))],
    furtherStreams: (states) => inputs.flatMap(({ request }) => request.streams(states)),
    decide(states, now) {
      const attempts: EntryAttempt[] = [];
      let seen = states;
      for (const { input, request } of inputs) {
        const one = attemptEntry(seen, input, request, together ? attempts : [], now);
        attempts.push(one);
        if (together) seen = statesAfter(seen, one.held, now);
      }
      return accept(
        [],
        attempts.map(({ entry }) => entry),
      );
    },
  };
}
