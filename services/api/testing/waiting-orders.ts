import { cartNumber, type OutTradeNo, orderNumber, type UserId } from '#events/ids.ts';
import { fenOf } from '#events/money.ts';
import type { OrderPlacedData } from '#events/orders.ts';
import { cartStream } from '#events/stream-names.ts';
import { accept, type Committer, type Decided } from '#services/commerce/engine/command.ts';
import { ofOrder, toSend } from '#services/commerce/testing/sent-orders.ts';

/** Writes events without a decision: the given state of a test. */
export async function given(committer: Committer, events: readonly Decided[]): Promise<void> {
  const streams = [...new Set(events.map(({ stream }) => stream))];
  const outcome = await committer.submit({
    name: 'given',
    actor: 'process:test',
    streams,
    decide: () => accept(events, null),
  });
  if (!outcome.accepted) throw new Error('what was given was refused');
}

interface Whose {
  user_id: UserId;
  creator_id: UserId;
}

/** Only the events of a paid order that waits for shipping; its stock is unchanged. */
export async function waitingOrder(
  committer: Committer,
  whose: Whose,
  change: Partial<OrderPlacedData> = {},
): Promise<OutTradeNo> {
  const out_trade_no = orderNumber(whose.user_id);
  const events = ofOrder(out_trade_no, toSend({ ...whose, ...change }));
  await given(
    committer,
    events.map((event) => ({ ...event, creator_id: whose.creator_id })),
  );
  return out_trade_no;
}

/** The cart of these orders. @param cart_order_no a new one by default */
export async function cartOf(
  committer: Committer,
  user_id: UserId,
  orders: readonly { out_trade_no: OutTradeNo; creator_id: UserId }[],
  cart_order_no = cartNumber(user_id),
): Promise<string> {
  const data = {
    cart_order_no,
    user_id,
    orders: orders.map((order) => ({ ...order, total_amount: fenOf(2500) })),
    total_amount: fenOf(2500 * orders.length),
    currency: 'CNY' as const,
    provider: 'sandbox',
    request_hash: '',
    expires_at: 0,
  };
  const event = { type: 'CartPlaced' as const, data };
  await given(committer, [{ stream: cartStream(cart_order_no), creator_id: '', event }]);
  return cart_order_no;
}
