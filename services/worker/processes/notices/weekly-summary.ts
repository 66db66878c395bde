import type { Pool } from 'pg';
import type { UserId } from '#events/ids.ts';
import { fenOf, toWire } from '#events/money.ts';
import {
  addDays,
  type BusinessCalendar,
  type BusinessDay,
  DAY_MS,
  type Millis,
  mondayOf,
} from '#events/time.ts';
import { type DayStats, daysOf } from '#read-models/stats/daily-stats/queries.ts';
import { isNotified } from '#services/modules/messages/notify-config.ts';
import type { Outbox } from '#services/modules/messages/outbox.ts';
import type { Process } from '../../process.ts';
import { dueTimeOf } from '../due-time.ts';

interface Parts {
  pool: Pool;
  calendar: BusinessCalendar;
  outbox: Pick<Outbox, 'send'>;
}

const SENT_AT_HOUR = 9;
/** Older news is not sent any more: the next summary is near. */
const LATEST_MS = 6 * DAY_MS;
/** Between two looks at a read model that is behind. */
const RECHECK_MS = 500;

function valuesOf(days: readonly DayStats[], from: BusinessDay) {
  const [before, week] = [days.slice(0, 7), days.slice(7)];
  const sum = (some: readonly DayStats[], name: 'gross' | 'net' | 'refunds' | 'orders' | 'new_sponsors') =>
    some.reduce((total, day) => total + day[name], 0);
  const money = (some: readonly DayStats[], name: 'gross' | 'net' | 'refunds') =>
    toWire(fenOf(sum(some, name)));
  return {
    from,
    to: addDays(from, 6),
    orders: String(sum(week, 'orders')),
    gross: money(week, 'gross'),
    refunds: money(week, 'refunds'),
    net: money(week, 'net'),
    net_before: money(before, 'net'),
    new_sponsors: String(sum(week, 'new_sponsors')),
    sponsors: String(week.at(-1)?.sponsors ?? 0),
  };
}

/** Sends each creator the figures of a week with payments or refunds, on the Monday after it. Once: the message has a key. */
export const weeklySummary = ({ pool, calendar, outbox }: Parts): Process => ({
  name: 'weekly-summary',
  types: ['OrderPaid', 'OrderRefunded'],
  timerFor(event) {
    const { imported, creator_id, at } = event.metadata;
    if (imported) return undefined;
    const monday = mondayOf(calendar.dayOf(at));
    const wall = calendar.partsOf(calendar.startOf(addDays(monday, 7)));
    const due: Millis = calendar.instantOf({ ...wall, hour: SENT_AT_HOUR, minute: 0, second: 0 });
    const data = { creator_id, monday, position: event.position, due };
    return { key: `${creator_id} ${monday}`, set: { due_at: dueTimeOf(event, due), data } };
  },
  async fire({ data }, now) {
    if (now > Number(data.due) + LATEST_MS) return 'done';
    const creator_id = String(data.creator_id) as UserId;
    const from = String(data.monday);
    if (!(await isNotified(pool, creator_id, 'weekly_summary'))) return 'done';
    const range = { creator_id, plan_id: '', from: addDays(from, -7), to: addDays(from, 6) };
    const { rows, as_of } = await daysOf(pool, range);
    if (as_of.position < Number(data.position)) return { again_at: now + RECHECK_MS };
    await outbox.send({
      to_user: creator_id,
      template: 'weekly_summary',
      values: valuesOf(rows, from),
      message_key: `weekly-summary ${creator_id} ${from}`,
    });
    return 'done';
  },
});
