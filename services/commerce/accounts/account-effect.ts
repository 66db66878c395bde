import type { UserId } from '#events/ids.ts';
import type { OrderPlacedData } from '#events/orders.ts';
import { accountStream } from '#events/stream-names.ts';
import {
  nothing,
  type OrderContents,
  type OrderEffect,
  writes,
} from '#services/commerce/engine/order-effect.ts';
import type { Decided, States } from '../engine/command.ts';
import { accountKind } from './account.ts';
import { sellsNothing } from './is-closed.ts';

/** The accounts that an order pays: the seller's, and that of the code's partner. */
const earners = ({ creator_id, affiliate }: Pick<OrderContents, 'creator_id' | 'affiliate'>): UserId[] =>
  affiliate ? [creator_id, affiliate.partner_id] : [creator_id];

/** The first order that pays an account is recorded. */
function firstEarnings(states: States, order: OrderPlacedData): Decided[] {
  const { creator_id, out_trade_no } = order;
  return earners(order)
    .filter((user) => states.get(accountKind, accountStream(user)).phase === 'open')
    .map((user_id) => {
      const event = { type: 'EarningsBegun' as const, data: { user_id, out_trade_no } };
      return { stream: accountStream(user_id), creator_id, event };
    });
}

/** An order pays nobody whose account is closed or about to be; one that pays an account keeps it from being closed. */
export const accountEffect: OrderEffect = {
  streams: (order) => earners(order).map(accountStream),
  hold: (states, order) =>
    earners(order).some((user) => sellsNothing(states, user))
      ? { ok: false, refusal: { code: 'plan_deleted' } }
      : writes(firstEarnings(states, order)),
  // Orders from before this effect have held nothing.
  confirm: (states, order) =>
    earners(order).some((user) => sellsNothing(states, user))
      ? { ok: false, reason: 'closed' }
      : writes(firstEarnings(states, order)),
  release: () => [],
  giveBack: nothing,
};
