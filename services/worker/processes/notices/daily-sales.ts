import type { Pool } from 'pg';
import type { UserId } from '#events/ids.ts';
import { fenOf, toWire } from '#events/money.ts';
import { addDays, type BusinessCalendar, DAY_MS, type Millis } from '#events/time.ts';
import { daysOf } from '#read-models/stats/daily-stats/queries.ts';
import { notifyConfigOf } from '#services/modules/messages/notify-config.ts';
import type { Outbox } from '#services/modules/messages/outbox.ts';
import type { Process } from '../../process.ts';
import { dueTimeOf } from '../due-time.ts';

interface Parts {
  pool: Pool;
  calendar: BusinessCalendar;
  outbox: Pick<Outbox, 'send'>;
}

const SENT_AT_HOUR = 9;
/** Older figures are not sent: those of the next day are near. */
const LATEST_MS = DAY_MS;
/** Between two looks at a read model that is behind. */
const RECHECK_MS = 500;

/** Sends a creator who wants it the sales of a business day, on the next day at 9:00. Once: the message has a key. */
export const dailySales = ({ pool, calendar, outbox }: Parts): Process => ({
  name: 'daily-sales',
  types: ['OrderPaid'],
  timerFor(event) {
    const { imported, creator_id, at } = event.metadata;
    if (imported) return undefined;
    const day = calendar.dayOf(at);
    const morning = calendar.partsOf(calendar.startOf(addDays(day, 1)));
    const due: Millis = calendar.instantOf({ ...morning, hour: SENT_AT_HOUR, minute: 0, second: 0 });
    const data = { creator_id, day, position: event.position, due };
    return { key: `${creator_id} ${day}`, set: { due_at: dueTimeOf(event, due), data } };
  },
  async fire({ data }, now) {
    if (now > Number(data.due) + LATEST_MS) return 'done';
    const creator_id = String(data.creator_id) as UserId;
    const date = String(data.day);
    if ((await notifyConfigOf(pool, creator_id)).new_sale !== 'daily') return 'done';
    const { rows, as_of } = await daysOf(pool, { creator_id, plan_id: '', from: date, to: date });
    if (as_of.position < Number(data.position)) return { again_at: now + RECHECK_MS };
    const { orders = 0, gross = 0, refunds = 0, net = 0 } = rows[0] ?? {};
    const money = (amount: number): string => toWire(fenOf(amount));
    await outbox.send({
      to_user: creator_id,
      template: 'daily_sales',
      values: { date, orders: String(orders), gross: money(gross), refunds: money(refunds), net: money(net) },
      message_key: `daily-sales ${creator_id} ${date}`,
    });
    return 'done';
  },
});
