import type { Pool } from 'pg';
import { isHouseOrderNumber, type OutTradeNo } from '#events/ids.ts';
import { toWire } from '#events/money.ts';
import type { OrderPlacedData } from '#events/orders.ts';
import type { RecordedEvent } from '#events/recorded-event.ts';
import { orderStream, planStream, ticketStream } from '#events/stream-names.ts';
import type { BusinessCalendar } from '#events/time.ts';
import { beginOf, type PlanState, planKind } from '#services/commerce/catalog/plan.ts';
import type { Committer } from '#services/commerce/engine/command.ts';
import { orderKind, type PaidOrder } from '#services/commerce/orders/order.ts';
import { ticketKind } from '#services/commerce/tickets/ticket.ts';
import { codeOf } from '#services/contract/tickets/ticket-code.ts';
import { companyById } from '#services/modules/delivery/carriers/companies.ts';
import { notifyConfigOf } from '#services/modules/messages/notify-config.ts';
import type { Outbox } from '#services/modules/messages/outbox.ts';
import { secondsOf, timeText } from '#services/runtime/business-time.ts';
import type { Process } from '../../process.ts';
import { LATEST_MS } from './latest.ts';

interface Parts {
  pool: Pool;
  calendar: BusinessCalendar;
  committer: Committer;
  outbox: Pick<Outbox, 'send'>;
}

/** The most lines of a message. */
const MOST_LINES = 20;

const atMost = (lines: readonly string[]): string[] =>
  lines.length > MOST_LINES ? [...lines.slice(0, MOST_LINES), `… +${lines.length - MOST_LINES}`] : [...lines];

/** What was bought, in words of the offer: `Mug · Blue × 2`. A membership counts months; a custom amount has no name. */
function linesOf({ plan_name, lines, month, bundle_count }: OrderPlacedData): string[] {
  if (plan_name === '') return [];
  const whole = `${plan_name} × ${Math.max(month, bundle_count, 1)}`;
  if (lines.length === 0) return [whole];
  const parts = lines.map(({ name, count }) =>
    name === plan_name || name === '' ? `${plan_name} × ${count}` : `${plan_name} · ${name} × ${count}`,
  );
  return atMost(bundle_count > 0 ? [whole, ...parts] : parts);
}

/**
 * @param plan as it is now: its rounds can have been moved since the order
 * @param codes of the tickets as they are now: a changed holder and another account get new ones
 */
function ticketLines(
  calendar: BusinessCalendar,
  { placed, void_tickets }: PaidOrder,
  plan: PlanState,
  codes: ReadonlyMap<string, string>,
): string[] {
  const valid = placed.tickets.filter(({ ticket_id }) => !void_tickets.includes(ticket_id));
  return atMost(
    valid.map(({ ticket_id, sku_id, round_id, ...ordered }) => {
      const begin_time = beginOf(plan, round_id) ?? ordered.begin_time;
      const time = timeText(calendar, begin_time === null ? null : secondsOf(begin_time));
      const name = placed.lines.find((line) => line.sku_id === sku_id)?.name ?? '';
      return [codeOf(codes.get(ticket_id) ?? ticket_id), time, name]
        .filter((part) => part !== '')
        .join(' · ');
    }),
  );
}

/**
 * Notifies the owner of a paid order, its tickets and its parcels, and the creator of each sale if the creator wants.
 * Each once, by its key. Renewals have messages of their own (membership-notices).
 */
export const saleNotices = ({ pool, calendar, committer, outbox }: Parts): Process => {
  async function codesOf({ placed }: PaidOrder): Promise<Map<string, string>> {
    const streams = placed.tickets.map(({ ticket_id }) => ticketStream(ticket_id));
    const tickets = await committer.read(streams, (states) =>
      streams.map((one) => states.get(ticketKind, one)),
    );
    return new Map(
      tickets.flatMap((state) =>
        state.phase === 'none' ? [] : [[state.ticket.ticket_id, state.ticket.code]],
      ),
    );
  }

  /** @param again the event by which support had the buyer's messages sent again; else they are sent once */
  async function sendPaid(order: PaidOrder, plan: PlanState, again: string): Promise<void> {
    const { owner: user_id } = order;
    const { out_trade_no, creator_id, plan_name, total_amount } = order.placed;
    const values = { out_trade_no, lines: linesOf(order.placed), amount: toWire(total_amount) };
    const key = (template: string): string => `${template} ${out_trade_no}${again && ` ${again}`}`;
    await outbox.send({ to_user: user_id, template: 'order_paid', message_key: key('order_paid'), values });
    const lines = ticketLines(calendar, order, plan, await codesOf(order));
    if (lines.length > 0) {
      const message_key = key('tickets_issued');
      await outbox.send({
        to_user: user_id,
        template: 'tickets_issued',
        message_key,
        values: { plan_name, lines },
      });
    }
    if (again !== '') await sendRest(order, again);
    if (again !== '' || (await notifyConfigOf(pool, creator_id)).new_sale !== 'each') return;
    await outbox.send({ to_user: creator_id, template: 'new_sale', message_key: key('new_sale'), values });
  }

  /** Of messages that are sent again: those that came after the payment. */
  async function sendRest(order: PaidOrder, again: string): Promise<void> {
    const { out_trade_no, plan_name, reply_pools } = order.placed;
    if (reply_pools.length > 0) {
      const message_key = `replies_arrived ${out_trade_no} ${again}`;
      const values = { name: plan_name, out_trade_no };
      await outbox.send({ to_user: order.owner, template: 'replies_arrived', message_key, values });
    }
    if (order.delivery !== null) await sendParcel(order, order.delivery.express_no, ` ${again}`);
  }

  async function sendParcel(
    { placed, owner, delivery }: PaidOrder,
    express_no: string,
    again = '',
  ): Promise<void> {
    // Another parcel has replaced it: that one has its own message.
    if (delivery?.express_no !== express_no) return;
    const { out_trade_no } = placed;
    const company = companyById(delivery.company_id);
    await outbox.send({
      to_user: owner,
      template: 'parcel_sent',
      // Orders of a cart can share a parcel.
      message_key: `parcel_sent ${owner} ${delivery.company_id} ${express_no}${again}`,
      values: {
        out_trade_no,
        express_no,
        carrier_zh: company?.['zh-CN'] ?? delivery.company_id,
        carrier_en: company?.['en-US'] ?? delivery.company_id,
      },
    });
  }

  return {
    name: 'sale-notices',
    types: ['OrderPaid', 'OrderShipped', 'MessagesResent'],
    timerFor({ id, metadata, data, type }: RecordedEvent<'OrderPaid' | 'OrderShipped' | 'MessagesResent'>) {
      const { out_trade_no } = data;
      if (metadata.imported || (type === 'OrderPaid' && isHouseOrderNumber(out_trade_no))) return undefined;
      const express_no = type === 'OrderShipped' ? data.express_no : '';
      const again = type === 'MessagesResent' ? id : '';
      const key = `${type} ${out_trade_no} ${express_no}${again}`;
      return {
        key,
        set: { due_at: metadata.at, data: { out_trade_no, express_no, again, at: metadata.at } },
      };
    },
    async fire({ data }, now) {
      if (now > Number(data.at) + LATEST_MS) return 'done';
      const stream = orderStream(String(data.out_trade_no) as OutTradeNo);
      const order = await committer.read([stream], (states) => states.get(orderKind, stream));
      if (order.phase !== 'paid') return 'done';
      const express_no = String(data.express_no);
      if (express_no === '') {
        const offered = planStream(order.placed.plan_id);
        const plan = await committer.read([offered], (states) => states.get(planKind, offered));
        // Timers of earlier programs do not have it.
        await sendPaid(order, plan, String(data.again ?? ''));
      } else await sendParcel(order, express_no);
      return 'done';
    },
  };
};
