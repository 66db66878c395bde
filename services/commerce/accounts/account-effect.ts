import type { UserId } from '#events/ids.ts';
import type { OrderPlacedData } from '#events/order.ts';
import { accountStream } from '#events/stream-names.ts';
import type { Decided } from '../engine/command.ts';
import { nothing, type OrderEffect, writes } from '../order-effect.ts';
import { isClosed } from './is-closed.ts';

/** The accounts that an order pays: the seller's, and that of the code's partner. */
const earners = ({ creator_id, affiliate }: Pick<OrderPlacedData, 'creator_id' | 'affiliate'>): UserId[] =>
  affiliate === null ? [creator_id] : [creator_id, affiliate.partner_id];

/** The order pays nobody whose account is closed, and the first one of an account is recorded. */
export const accountEffect: OrderEffect = {
  streams: (order) => earners(order).map(accountStream),
  hold(states, order) {
    const users = earners(order);
    if (users.some((user) => isClosed(states, user))) return { ok: false, refusal: { code: 'plan_deleted' } };
    const { creator_id, out_trade_no } = order;
    const first = users.filter((user) => states.get('account', accountStream(user)).phase === 'open');
    return writes(
      first.map((user_id): Decided => {
        const event = { type: 'EarningsBegun' as const, data: { user_id, out_trade_no } };
        return { stream: accountStream(user_id), creator_id, event };
      }),
    );
  },
  confirm: (states, order) =>
    earners(order).some((user) => isClosed(states, user)) ? { ok: false, reason: 'closed' } : nothing(),
  release: () => [],
  giveBack: nothing,
};
