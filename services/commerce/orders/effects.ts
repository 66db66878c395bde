import type { OrderPlacedData } from '#events/orders.ts';
import type { Millis } from '#events/time.ts';
import type {
  Confirmed,
  Held,
  OrderContents,
  OrderEffect,
  RefundScope,
} from '#services/commerce/engine/order-effect.ts';
import { accountEffect } from '../accounts/account-effect.ts';
import type { Decided, States } from '../engine/command.ts';
import { balanceEffect } from '../income/income-effect.ts';
import { agreementEffect } from '../memberships/agreement-effect.ts';
import { membershipEffect } from '../memberships/membership-effect.ts';
import { redeemEffect } from '../redeem/redeem-effect.ts';
import { repliesEffect } from '../replies/reply-effect.ts';
import { allowanceEffect } from '../stock/allowance-effect.ts';
import { bundleEffect } from '../stock/bundle-effect.ts';
import { stockEffect } from '../stock/stock-effect.ts';
import { ticketsEffect } from '../tickets/ticket-effect.ts';
import type { PlacedOrderState } from './order.ts';

/** In order of refusal: a closed account, a used-up code, sold-out units, limits of the fan. */
const effects: readonly OrderEffect[] = [
  accountEffect,
  redeemEffect,
  stockEffect,
  bundleEffect,
  allowanceEffect,
  membershipEffect,
  agreementEffect,
  ticketsEffect,
  repliesEffect,
  balanceEffect,
];

/** Every stream that an order changes, except its own. */
export const effectStreams = (order: OrderContents): string[] =>
  effects.flatMap((effect) => [...effect.streams(order)]);

/** The same for a refund, which may touch more. */
export const refundStreams = ({ placed, owner }: PlacedOrderState): string[] =>
  effects.flatMap((effect) => [...effect.streams(placed), ...(effect.refundStreams?.(placed, owner) ?? [])]);

/** All or nothing: events of every effect, or the first refusal. */
function together<No extends { ok: false }>(
  decide: (effect: OrderEffect) => { ok: true; events: Decided[] } | No,
): { ok: true; events: Decided[] } | No {
  const events: Decided[] = [];
  for (const effect of effects) {
    const decided = decide(effect);
    if (!decided.ok) return decided;
    events.push(...decided.events);
  }
  return { ok: true, events };
}

/** Holds everything that an order needs, or refuses. */
export const holdAll = (states: States, order: OrderPlacedData, now: Millis): Held =>
  together((effect) => effect.hold(states, order, now));

/** Confirms holds. */
export const confirmAll = (states: States, order: OrderPlacedData, now: Millis): Confirmed =>
  together((effect) => effect.confirm(states, order, now));

/** Releases holds: the order was cancelled or expired. */
export const releaseAll = (states: States, order: OrderPlacedData): Decided[] =>
  effects.flatMap((effect) => effect.release(states, order));

/** Returns what a refund revokes. */
export const giveBackAll = (states: States, order: OrderPlacedData, refund: RefundScope, now: Millis): Held =>
  together((effect) => effect.giveBack(states, order, refund, now));
