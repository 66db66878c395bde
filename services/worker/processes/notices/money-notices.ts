import { asOutTradeNo } from '#events/ids.ts';
import { fenOf, toWire } from '#events/money.ts';
import type { RecordedEvent } from '#events/recorded-event.ts';
import { orderStream } from '#events/stream-names.ts';
import type { Committer } from '#services/commerce/engine/command.ts';
import { orderKind } from '#services/commerce/orders/order.ts';
import type { Outbox } from '#services/modules/messages/outbox.ts';
import type { Process } from '../../process.ts';
import { dueTimeOf } from '../due-time.ts';
import { LATEST_MS } from './latest.ts';

type Trouble = 'RefundFailed' | 'PaymentDisputed' | 'PaymentDisputeClosed';

interface Parts {
  committer: Pick<Committer, 'read'>;
  outbox: Pick<Outbox, 'send'>;
}

const templateOf = ({ type, data }: RecordedEvent<Trouble>) => {
  if (type === 'RefundFailed') return 'refund_failed' as const;
  if (type === 'PaymentDisputed') return 'payment_disputed' as const;
  return data.outcome === 'won' ? ('dispute_won' as const) : ('dispute_lost' as const);
};
type Template = ReturnType<typeof templateOf>;

/** Tells the fan of a refund that failed, and the creator of a payment that its payer's bank demands back. Once each. */
export const moneyNotices = ({ committer, outbox }: Parts): Process => ({
  name: 'money-notices',
  types: ['RefundFailed', 'PaymentDisputed', 'PaymentDisputeClosed'],
  timerFor(event: RecordedEvent<Trouble>) {
    const { id, data, metadata } = event;
    const { out_trade_no } = data;
    const amount = 'amount' in data ? data.amount : 0;
    const notice = { template: templateOf(event), out_trade_no, amount, at: metadata.at };
    return { key: id, set: { due_at: dueTimeOf(event, metadata.at), data: notice } };
  },
  async fire({ key, data }, now) {
    if (now > Number(data.at) + LATEST_MS) return 'done';
    const out_trade_no = asOutTradeNo(String(data.out_trade_no));
    const stream = orderStream(out_trade_no);
    const order = await committer.read([stream], (states) => states.get(orderKind, stream));
    if (order.phase === 'none') return 'done';
    const { creator_id, plan_name } = order.placed;
    const template = String(data.template) as Template; // set above
    await outbox.send({
      to_user: template === 'refund_failed' ? order.owner : creator_id,
      template,
      values: { out_trade_no, plan_name, amount: toWire(fenOf(Number(data.amount))) },
      message_key: `${template} ${key}`,
    });
    return 'done';
  },
});
