import { asOutTradeNo } from '#events/ids.ts';
import type { RecordedEvent } from '#events/recorded-event.ts';
import { caseStream, orderStream } from '#events/stream-names.ts';
import { type BusinessCalendar, HOUR_MS } from '#events/time.ts';
import { CASE_DUE_MS, caseKind, dueOf } from '#services/commerce/cases/case.ts';
import type { Committer } from '#services/commerce/engine/command.ts';
import { orderKind } from '#services/commerce/orders/order.ts';
import type { Outbox } from '#services/modules/messages/outbox.ts';
import type { Staff } from '#services/modules/staff/staff.ts';
import { secondsOf, timeText } from '#services/runtime/business-time.ts';
import type { Process } from '../../process.ts';

interface Parts {
  calendar: BusinessCalendar;
  committer: Pick<Committer, 'read'>;
  outbox: Pick<Outbox, 'send'>;
  staff: Pick<Staff, 'holders'>;
}

/** So long before a case is due, it is called to mind. */
const REMINDER_MS = 12 * HOUR_MS;

/**
 * Reminds the creator of a case 12 hours before it is due, and the people of support of one that was passed on to staff.
 * Once each; not where it was decided, passed on, or is due already.
 */
export const caseReminders = ({ calendar, committer, outbox, staff }: Parts): Process => ({
  name: 'case-reminders',
  types: ['CaseOpened', 'CasePassedOn'],
  timerFor({ type, data, metadata: { at } }: RecordedEvent<'CaseOpened' | 'CasePassedOn'>) {
    const { case_id, out_trade_no } = data;
    const due_at = (type === 'CaseOpened' ? data.due_at : at + CASE_DUE_MS) - REMINDER_MS;
    return { key: `${type} ${case_id}`, set: { due_at, data: { type, case_id, out_trade_no } } };
  },
  async fire({ key, data }, now) {
    const out_trade_no = asOutTradeNo(String(data.out_trade_no));
    const streams = [orderStream(out_trade_no), caseStream(out_trade_no)] as const;
    const [order, one] = await committer.read(streams, (states) => [
      states.get(orderKind, streams[0]),
      states.get(caseKind, streams[1]),
    ]);
    if (order.phase === 'none' || one.phase === 'none' || one.case_id !== data.case_id) return 'done';
    const isStaffs = data.type === 'CasePassedOn';
    const waits = isStaffs ? one.phase === 'escalated' : one.phase === 'open' || one.phase === 'answered';
    if (!waits || now >= dueOf(one)) return 'done';
    const { creator_id, plan_name } = order.placed;
    const values = { out_trade_no, plan_name, time: timeText(calendar, secondsOf(dueOf(one))) };
    for (const to_user of isStaffs ? await staff.holders('support') : [creator_id]) {
      const template = isStaffs ? 'case_due_staff' : 'case_due';
      await outbox.send({ to_user, template, values, message_key: `${template} ${key} ${to_user}` });
    }
    return 'done';
  },
});
