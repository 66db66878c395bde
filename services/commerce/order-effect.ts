import type { SkuId } from '#events/ids.ts';
import type { Fen } from '#events/money.ts';
import type { LateReason, OrderPlacedData } from '#events/order.ts';
import type { Millis } from '#events/time.ts';
import type { Refusal } from '#services/runtime/refusal.ts';
import type { Decided, States } from './engine/command.ts';

export type Held = { ok: true; events: Decided[] } | { ok: false; refusal: Refusal };
export type Confirmed = { ok: true; events: Decided[] } | { ok: false; reason: LateReason };

/** How much of an order a refund undoes. */
export interface RefundScope {
  refund_id: string;
  amount: Fen;
  /** Sum of the refunds of this order before this one. */
  refunded_before: Fen;
  /** With it, all the money is back. */
  whole: boolean;
  /** Something was sent already: what is on its way is not on sale again. */
  shipped: boolean;
  /** Units that come back now. */
  units: readonly { sku_id: SkuId; count: number }[];
  /** Tickets that become void now. */
  ticket_ids: readonly string[];
}

/**
 * What an order does to one kind of stream besides its own. Each effect is whole in itself, so that placing,
 * paying, cancelling and refunding are the same loop over all of them (docs/architecture.md, An order's effects).
 */
export interface OrderEffect {
  /** Streams it must see for anything below; from the order alone. */
  streams(order: OrderPlacedData): readonly string[];
  /** Further ones that only a refund touches. */
  refundStreams?(order: OrderPlacedData): readonly string[];
  /** Placed: holds what the order needs, or refuses; never a part of it. */
  hold(states: States, order: OrderPlacedData, now: Millis): Held;
  /** Paid: what was held becomes final; or why it cannot, and the money goes back. */
  confirm(states: States, order: OrderPlacedData, now: Millis): Confirmed;
  /** Cancelled or expired: what was held goes back. */
  release(states: States, order: OrderPlacedData): Decided[];
  /** Refunded: what goes back, or why this cannot be refunded now. */
  giveBack(states: States, order: OrderPlacedData, refund: RefundScope, now: Millis): Held;
}

export const nothing = (): { ok: true; events: Decided[] } => ({ ok: true, events: [] });
export const writes = (events: Decided[]): { ok: true; events: Decided[] } => ({ ok: true, events });
