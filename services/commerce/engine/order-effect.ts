import type { SkuId, UserId } from '#events/ids.ts';
import type { Fen } from '#events/money.ts';
import type { LateReason, OrderLine, OrderPlacedData } from '#events/orders.ts';
import type { Millis } from '#events/time.ts';
import type { Refusal } from '#services/runtime/refusal.ts';
import type { Decided, States } from './command.ts';

export type Held = { ok: true; events: Decided[] } | { ok: false; refusal: Refusal };
export type Confirmed = { ok: true; events: Decided[] } | { ok: false; reason: LateReason };

/** What an order consists of, before its price: it names the streams that the order changes. */
export interface OrderContents
  extends Pick<
    OrderPlacedData,
    | 'out_trade_no'
    | 'creator_id'
    | 'user_id'
    | 'plan_id'
    | 'bundle_count'
    | 'membership'
    | 'redeem'
    | 'tickets'
    | 'reply_pools'
  > {
  lines: readonly Pick<OrderLine, 'sku_id' | 'count'>[];
  /** Not before the price. */
  upgrade?: OrderPlacedData['upgrade'];
  affiliate?: OrderPlacedData['affiliate'];
}

/** How much of an order a refund undoes. */
export interface RefundScope {
  refund_id: string;
  /** Whose the order is: who placed it, or the account that staff gave it to. */
  owner: UserId;
  amount: Fen;
  /** Sum of the refunds of this order before this one. */
  refunded_before: Fen;
  /** With it, all the money is back. */
  whole: boolean;
  /** Units were shipped already; they do not return to stock. */
  shipped: boolean;
  /** Units returned now. */
  units: readonly { sku_id: SkuId; count: number }[];
  /** Tickets that become void now. */
  ticket_ids: readonly string[];
}

/**
 * The effect of an order on one kind of stream. Each effect is complete in itself, so placing, paying, cancelling and
 * refunding loop over all effects (docs/architecture.md, An order's effects).
 */
export interface OrderEffect {
  /** Streams it needs for the methods below, known from the order. */
  streams(order: OrderContents): readonly string[];
  /** Further ones that only a refund touches. */
  refundStreams?(order: OrderPlacedData, owner: UserId): readonly string[];
  /** Placed: holds everything that the order needs, or refuses. */
  hold(states: States, order: OrderPlacedData, now: Millis): Held;
  /** Paid: confirms the hold; or the reason why it cannot, and the money is returned. */
  confirm(states: States, order: OrderPlacedData, now: Millis): Confirmed;
  /** Cancelled or expired: releases the hold. */
  release(states: States, order: OrderPlacedData): Decided[];
  /** Refunded: the returned units, or the reason of a refusal. */
  giveBack(states: States, order: OrderPlacedData, refund: RefundScope, now: Millis): Held;
}

export const nothing = (): { ok: true; events: Decided[] } => ({ ok: true, events: [] });
export const writes = (events: Decided[]): { ok: true; events: Decided[] } => ({ ok: true, events });
