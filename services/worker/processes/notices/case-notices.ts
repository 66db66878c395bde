import { asOutTradeNo, type UserId } from '#events/ids.ts';
import type { RecordedEvent } from '#events/recorded-event.ts';
import { orderStream } from '#events/stream-names.ts';
import type { Committer } from '#services/commerce/engine/command.ts';
import { orderKind } from '#services/commerce/orders/order.ts';
import type { Outbox } from '#services/modules/messages/outbox.ts';
import type { Process } from '../../process.ts';
import { dueTimeOf } from '../due-time.ts';
import { LATEST_MS } from './latest.ts';

interface Parts {
  committer: Pick<Committer, 'read'>;
  outbox: Pick<Outbox, 'send'>;
}

const TYPES = [
  'CaseOpened',
  'CaseMessageAdded',
  'CaseDeclined',
  'CaseRefundRequested',
  'CaseRefundDeclined',
  'CaseAccepted',
  'CasePassedOn',
  'CaseClosed',
] as const;
type CaseEvent = RecordedEvent<(typeof TYPES)[number]>;

/** Notifies the other party of news in a case, and both of what staff does. Once, by the event. */
export const caseNotices = ({ committer, outbox }: Parts): Process => ({
  name: 'case-notices',
  types: TYPES,
  timerFor(event: CaseEvent) {
    const { id, data, metadata } = event;
    const by = 'by' in data ? data.by : 'fan';
    const { at } = metadata;
    const { out_trade_no } = data;
    return { key: id, set: { due_at: dueTimeOf(event, at), data: { out_trade_no, by, at } } };
  },
  async fire({ key, data }, now) {
    if (now > Number(data.at) + LATEST_MS) return 'done';
    const out_trade_no = asOutTradeNo(String(data.out_trade_no));
    const stream = orderStream(out_trade_no);
    const order = await committer.read([stream], (states) => states.get(orderKind, stream));
    if (order.phase === 'none') return 'done';
    const { creator_id, plan_name } = order.placed;
    const send = (template: 'case_answered' | 'case_waiting', to_user: UserId) =>
      outbox.send({
        to_user,
        template,
        values: { out_trade_no, plan_name },
        message_key: `${template} ${key}`,
      });
    if (data.by !== 'fan') await send('case_answered', order.owner);
    if (data.by !== 'creator') await send('case_waiting', creator_id);
    return 'done';
  },
});
