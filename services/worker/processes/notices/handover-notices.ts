import { asOutTradeNo, asUserId } from '#events/ids.ts';
import type { RecordedEvent } from '#events/recorded-event.ts';
import { orderStream } from '#events/stream-names.ts';
import type { Committer } from '#services/commerce/engine/command.ts';
import { orderKind } from '#services/commerce/orders/order.ts';
import type { Outbox } from '#services/modules/messages/outbox.ts';
import type { Process } from '../../process.ts';
import { LATEST_MS } from './latest.ts';

interface Parts {
  committer: Pick<Committer, 'read'>;
  outbox: Pick<Outbox, 'send'>;
}

/**
 * Explains to both accounts that an order went from one to the other. Once each: the orders of a membership, which go
 * together, are one message.
 */
export const handoverNotices = ({ committer, outbox }: Parts): Process => ({
  name: 'handover-notices',
  types: ['OrderHandedOver'],
  timerFor({ id, data, metadata: { at } }: RecordedEvent<'OrderHandedOver'>) {
    const { out_trade_no, from, to } = data;
    return { key: id, set: { due_at: at, data: { out_trade_no, from, to, at } } };
  },
  async fire({ data }, now) {
    if (now > Number(data.at) + LATEST_MS) return 'done';
    const out_trade_no = asOutTradeNo(String(data.out_trade_no));
    const stream = orderStream(out_trade_no);
    const order = await committer.read([stream], (states) => states.get(orderKind, stream));
    if (order.phase === 'none') return 'done';
    const { creator_id, membership, plan_name } = order.placed;
    const values = { out_trade_no, plan_name };
    const move = membership === null ? out_trade_no : creator_id;
    const key = [move, data.from, data.to, data.at].join(' ');
    for (const [template, user] of [
      ['order_handed_over', data.from],
      ['order_received', data.to],
    ] as const) {
      const to_user = asUserId(String(user));
      await outbox.send({ to_user, template, values, message_key: `${template} ${key}` });
    }
    return 'done';
  },
});
