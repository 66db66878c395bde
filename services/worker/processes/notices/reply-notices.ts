import type { OutTradeNo } from '#events/ids.ts';
import type { OrderPlacedData } from '#events/orders.ts';
import type { RecordedEvent } from '#events/recorded-event.ts';
import { orderStream } from '#events/stream-names.ts';
import type { Committer } from '#services/commerce/engine/command.ts';
import { orderKind } from '#services/commerce/orders/order.ts';
import type { Outbox } from '#services/modules/messages/outbox.ts';
import type { Process, TimerData } from '../../process.ts';

interface Parts {
  committer: Committer;
  outbox: Pick<Outbox, 'send'>;
}

type ReplyNotice = { key: string; data: TimerData };

/** The creator is notified once for each time that a pool is empty: `added` distinguishes them. */
const ranOut = (pool_id: string, out_trade_no: string, added: number): ReplyNotice => ({
  key: `empty ${pool_id} ${added}`,
  data: { to: 'creator', pool_id, out_trade_no },
});

/** The message about an event, and the key under which it is sent once. */
function noticeOf(event: RecordedEvent<'RepliesGiven' | 'RepliesAwaited'>): ReplyNotice | undefined {
  if (event.metadata.imported) return undefined;
  const { type, data } = event;
  if (type === 'RepliesAwaited') return ranOut(data.pool_id, data.out_trade_no, data.added);
  const { pool_id, out_trade_no, first, count, left, waited } = data;
  // The answer to a fill has the remaining lines, so no message is needed.
  if (waited)
    return { key: `given ${out_trade_no} ${pool_id} ${first}`, data: { to: 'fan', pool_id, out_trade_no } };
  return left === 0 ? ranOut(pool_id, out_trade_no, first + count) : undefined;
}

/** The subject of the pool's replies, as the order was sold. */
function nameOf({ plan_name, lines }: OrderPlacedData, pool_id: string): string {
  const line = lines.find(({ sku_id }) => sku_id === pool_id);
  return line === undefined || line.name === plan_name ? plan_name : `${plan_name} · ${line.name}`;
}

/** Notifies a creator of an empty pool, and fans of arrived replies. */
export const replyNotices = ({ committer, outbox }: Parts): Process => ({
  name: 'reply-news',
  types: ['RepliesGiven', 'RepliesAwaited'],
  timerFor(event: RecordedEvent<'RepliesGiven' | 'RepliesAwaited'>) {
    const notice = noticeOf(event);
    return notice && { key: notice.key, set: { due_at: event.metadata.at, data: notice.data } };
  },
  async fire({ key, data }) {
    const stream = orderStream(String(data.out_trade_no) as OutTradeNo);
    const order = await committer.read([stream], (states) => states.get(orderKind, stream));
    if (order.phase === 'none') return 'done';
    const { creator_id, out_trade_no } = order.placed;
    const values = { name: nameOf(order.placed, String(data.pool_id)), out_trade_no };
    const forFan = data.to === 'fan';
    await outbox.send({
      to_user: forFan ? order.owner : creator_id,
      template: forFan ? 'replies_arrived' : 'replies_ran_out',
      message_key: `replies ${key}`,
      values,
    });
    return 'done';
  },
});
