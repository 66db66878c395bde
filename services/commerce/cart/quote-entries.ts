import type { SkuId, UserId } from '#events/ids.ts';
import { bundleStream, planStream, stockStream } from '#events/stream-names.ts';
import type { Millis } from '#events/time.ts';
import type { Refusal } from '#services/runtime/refusal.ts';
import { type OfferedPlan, planKind } from '../catalog/plan.ts';
import { accept, type Command, type Decided, type States } from '../engine/command.ts';
import { statesAfter } from '../engine/states-after.ts';
import { holdAll } from '../orders/effects.ts';
import { type OrderInput, orderedFrom } from '../orders/ordered.ts';
import { orderStreams } from '../orders/place-order.ts';
import { membershipClash } from '../orders/several-orders.ts';
import { type Quote, quoteFor } from '../prices/quote.ts';
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

/** Events that the entry would be held by, when it can be bought. */
interface Looked extends QuotedEntry {
  held: readonly Decided[];
  placed: ReturnType<typeof orderedFrom> | null;
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

function look(states: States, input: QuotedInput, before: readonly Looked[], now: Millis): Looked {
  const state = states.get(planKind, planStream(input.plan_id));
  const plan = state.phase === 'none' ? null : state;
  const later = { redeemed: false, shipping_later: true, invite_later: true };
  const quoted = quoteFor(states, { ...input, ...later }, now);
  const left = leftOf(states, quoted.ok ? quoted.quote.lines : input.lines);
  const bundles_left = bundlesLeftOf(states, input);
  const nothing = { plan, quote: null, left, bundles_left, held: [], placed: null };
  if (!quoted.ok) return { ...nothing, refusal: quoted.refusal };
  const { quote } = quoted;
  if (quote.plan.creator_id === input.user_id) return { ...nothing, quote, refusal: { code: 'not_allowed' } };
  const placed = orderedFrom({ ...input, remark_ref: null }, quote, 0, null, now);
  const others = before.flatMap((one) => one.placed ?? []);
  const clash = membershipClash(others, placed);
  if (clash) return { ...nothing, quote, refusal: clash };
  const held = holdAll(states, placed, now);
  if (!held.ok) return { ...nothing, quote, refusal: held.refusal };
  return { ...nothing, quote, refusal: null, held: held.events, placed };
}

/**
 * The current price of each cart entry and whether it can be bought, without a write. Fields entered at checkout
 * (remark, holder, invite code) are not required, and shipping is omitted without a province.
 */
export function quoteEntries({ user_id, entries, together }: QuoteEntries): Command<QuotedEntry[]> {
  return {
    name: 'quote_entries',
    actor: `user:${user_id}`,
    streams: [...new Set(entries.map(({ plan_id }) => planStream(plan_id)))],
    furtherStreams: (states) =>
      entries.flatMap((entry) => orderStreams(states, { ...entry, remark_ref: null })),
    decide(states, now) {
      const looked: Looked[] = [];
      let seen = states;
      for (const entry of entries) {
        const one = look(seen, entry, together ? looked : [], now);
        looked.push(one);
        if (together) seen = statesAfter(seen, one.held, now);
      }
      return accept(
        [],
        looked.map(({ held: _held, placed: _placed, ...entry }) => entry),
      );
    },
  };
}
