import type { RecordedEvent } from '#events/recorded-event.ts';
import { planStream, ticketStream } from '#events/stream-names.ts';
import type { BusinessCalendar } from '#events/time.ts';
import { beginOf, planKind } from '#services/commerce/catalog/plan.ts';
import type { Committer } from '#services/commerce/engine/command.ts';
import { ticketKind } from '#services/commerce/tickets/ticket.ts';
import { MAX_HOLDER_CHANGES } from '#services/contract/tickets/holder-change.ts';
import { codeOf } from '#services/contract/tickets/ticket-code.ts';
import type { Outbox } from '#services/modules/messages/outbox.ts';
import { secondsOf, timeText } from '#services/runtime/business-time.ts';
import type { Process } from '../../process.ts';
import { LATEST_MS } from './latest.ts';

interface Parts {
  calendar: BusinessCalendar;
  committer: Committer;
  outbox: Pick<Outbox, 'send'>;
}

/** Notifies the buyer of each change of a ticket's holder, with the new code. A later change has its own message. */
export const holderNotices = ({ calendar, committer, outbox }: Parts): Process => ({
  name: 'holder-notices',
  types: ['TicketHolderChanged'],
  timerFor({
    metadata: { at, imported },
    data: { ticket_id, revision },
  }: RecordedEvent<'TicketHolderChanged'>) {
    if (imported) return undefined;
    return { key: `${ticket_id} ${revision}`, set: { due_at: at, data: { ticket_id, revision, at } } };
  },
  async fire({ data }, now) {
    if (now > Number(data.at) + LATEST_MS) return 'done';
    const stream = ticketStream(String(data.ticket_id));
    const state = await committer.read([stream], (states) => states.get(ticketKind, stream));
    if (state.phase === 'none' || state.phase === 'void') return 'done';
    const { ticket_id, user_id, plan_id, plan_name, sku_name, round_id, revision, code, ...ticket } =
      state.ticket;
    if (revision !== data.revision) return 'done';
    const plan = planStream(plan_id);
    const begins = await committer.read([plan], (states) => beginOf(states.get(planKind, plan), round_id));
    const begin_time = begins ?? ticket.begin_time;
    const time = timeText(calendar, begin_time === null ? null : secondsOf(begin_time));
    const line = [codeOf(code), time, sku_name].filter((part) => part !== '').join(' · ');
    await outbox.send({
      to_user: user_id,
      template: 'ticket_holder_changed',
      message_key: `ticket_holder_changed ${ticket_id} ${revision}`,
      values: { plan_name, lines: [line], left: String(MAX_HOLDER_CHANGES - ticket.holder_changes) },
    });
    return 'done';
  },
});
