import type { Pool } from 'pg';
import { asOutTradeNo, derivedHexId, type OutTradeNo, type PlanId, type UserId } from '#events/ids.ts';
import type { EventLog } from '#events/log/log.ts';
import type { RecordedEvent } from '#events/recorded-event.ts';
import { orderStream, planStream } from '#events/stream-names.ts';
import type { BusinessCalendar } from '#events/time.ts';
import { ticketsOfRemoved } from '#read-models/tickets/queries.ts';
import type { RemovedTickets } from '#services/commerce/catalog/removed-tickets.ts';
import { tryOut } from '#services/commerce/committer/try-out.ts';
import type { Committer } from '#services/commerce/engine/command.ts';
import { orderKind } from '#services/commerce/orders/order.ts';
import { refundOrder } from '#services/commerce/refunds/refund-order.ts';
import type { Outbox } from '#services/modules/messages/outbox.ts';
import { secondsOf, timeText } from '#services/runtime/business-time.ts';
import type { Process } from '../process.ts';

interface Parts {
  pool: Pool;
  log: EventLog;
  calendar: BusinessCalendar;
  committer: Committer;
  outbox: Pick<Outbox, 'send'>;
}

/** Between two looks at a read model that is behind. */
const RECHECK_MS = 500;
/** Tickets per query. */
const PER_PAGE = 500;
/** Orders that are refunded before other work of the worker. */
const PER_FIRE = 200;
/** Orders that were placed before the removal can be paid after it. They are refunded by a second look. */
const LATE_MS = 2 * 3_600_000;

/** One removal of a creator: what it removes, and the version of the plan's stream that says so. */
interface Recall extends RemovedTickets {
  plan_id: PlanId;
  creator_id: UserId;
  version: number;
}

/**
 * Refunds the valid tickets of rounds, options and events that a creator removed and chose to refund. Each order has one
 * refund with an id that follows from the removal, and one message: a repetition after a crash changes nothing.
 */
export const ticketRecalls = ({ pool, log, calendar, committer, outbox }: Parts): Process => {
  /** False if nothing was left to refund. */
  async function refundTickets(out_trade_no: OutTradeNo, recall: Recall): Promise<boolean> {
    const { plan_id, creator_id, version, whole, round_ids, sku_ids } = recall;
    const stream = orderStream(out_trade_no);
    const order = await committer.read([stream], (states) => states.get(orderKind, stream));
    if (order.phase !== 'paid') return false;
    const { placed, void_tickets } = order;
    const tickets = placed.tickets.filter(
      ({ ticket_id, round_id, sku_id }) =>
        !void_tickets.includes(ticket_id) &&
        (whole || (round_id !== null && round_ids.includes(round_id)) || sku_ids.includes(sku_id)),
    );
    if (tickets.length === 0) return false;
    const refund = refundOrder({
      out_trade_no,
      by: { kind: 'creator', user_id: creator_id },
      refund_id: derivedHexId('recall', plan_id, String(version), out_trade_no),
      units: [],
      ticket_ids: tickets.map(({ ticket_id }) => ticket_id),
      reason: '',
    });
    const { accepted } = await tryOut(committer, refund);
    const names = new Map(placed.lines.map(({ sku_id, name }) => [sku_id, name]));
    const lines = tickets.map(({ sku_id, begin_time }) => {
      const time = timeText(calendar, begin_time === null ? null : secondsOf(begin_time));
      return [time, names.get(sku_id) ?? ''].filter((part) => part !== '').join(' · ');
    });
    // Before the refund, so that a crash between both loses no message. Tickets without a price stay valid.
    await outbox.send({
      to_user: order.owner,
      template: accepted ? 'event_refunded' : 'event_withdrawn',
      message_key: `recall ${plan_id} ${version} ${out_trade_no}`,
      values: { plan_name: placed.plan_name, lines: [...new Set(lines)] },
    });
    return accepted && (await committer.submit(refund)).accepted;
  }

  return {
    name: 'ticket-recalls',
    types: ['PlanTicketsRecalled'],
    timerFor({ data: { plan_id }, metadata, position, version }: RecordedEvent<'PlanTicketsRecalled'>) {
      const { creator_id, at } = metadata;
      const data = { plan_id, creator_id, version, position, at };
      return { key: `${plan_id} ${version}`, set: { due_at: at, data } };
    },
    async fire({ data }, now) {
      const plan_id = String(data.plan_id) as PlanId;
      const creator_id = String(data.creator_id) as UserId;
      const version = Number(data.version);
      const [event] = await log.readStream(planStream(plan_id), { after: version - 1, limit: 1 });
      if (event?.type !== 'PlanTicketsRecalled') throw new Error(`${plan_id} ${version} is no recall`);
      const { whole, round_ids, sku_ids } = event.data;
      const recall: Recall = { plan_id, creator_id, version, whole, round_ids, sku_ids };
      let refunded = 0;
      for (let issued = 0; ; ) {
        const search = { creator_id, plan_id, whole, round_ids, sku_ids, issued, limit: PER_PAGE };
        const { rows, as_of } = await ticketsOfRemoved(pool, search);
        if (as_of.position < Number(data.position)) return { again_at: now + RECHECK_MS };
        for (const number of new Set(rows.map(({ out_trade_no }) => out_trade_no))) {
          if (refunded >= PER_FIRE) return { again_at: now };
          if (await refundTickets(asOutTradeNo(number), recall)) refunded += 1;
        }
        const last = rows.at(-1);
        if (last === undefined || rows.length < PER_PAGE) break;
        issued = last.issued;
      }
      const late = Number(data.at) + LATE_MS;
      return now < late ? { again_at: late } : 'done';
    },
  };
};
