import type { ClientBase } from 'pg';
import type { RecordedEvent } from '#events/recorded-event.ts';
import type { EventType } from '#events/registry.ts';
import { type BusinessCalendar, dayNumber } from '#events/time.ts';
import { addRows, relation, upsertRows } from '../../engine/rows.ts';
import { pick, type Row, selected } from '../../engine/table.ts';
import { Tally } from '../../engine/tally.ts';
import { dated } from '../daily-stats/days.ts';
import { type Fan, type FanKey, type Fans, fanKey } from '../daily-stats/fans.ts';
import { marksOf } from './active-days.ts';
import { FanSpans } from './spans.ts';
import {
  RECURRING_CHANGES,
  RECURRING_SPANS,
  SPONSOR_CHANGES,
  SPONSOR_SPANS,
  type SponsorSpanRow,
} from './tables.ts';

/** Changes of memberships, except their end, which is known before. */
export const SPONSOR_EVENTS = [
  'MembershipStarted',
  'MembershipExtended',
  'MembershipUpgraded',
  'MembershipRevoked',
] as const satisfies readonly EventType[];

type SponsorEvent = Extract<RecordedEvent, { type: (typeof SPONSOR_EVENTS)[number] }>;
const TYPES: ReadonlySet<EventType> = new Set(SPONSOR_EVENTS);
export const isSponsorEvent = (event: RecordedEvent): event is SponsorEvent => TYPES.has(event.type);

/** Whose month it changes: a refund counts for who paid, also after staff moved the membership. */
export const sponsorOf = ({ type, data }: SponsorEvent): FanKey =>
  type === 'MembershipRevoked' ? { creator_id: data.creator_id, user_id: data.payer } : data;

const SPONSOR_STATS = ['sponsors_change', 'kept_change'] as const;
const SPAN_STATS = ['spans', 'recurring'] as const;
const RECURRING_STATS = ['recurring_change', 'memberships_change'] as const;

const talliesOf = () => ({
  spans: new Tally<Omit<Row<typeof RECURRING_SPANS>, 'spans' | 'recurring'>, (typeof SPAN_STATS)[number]>(
    SPAN_STATS,
  ),
  sponsors: new Tally<{ creator_id: string; cohort: string; day: number }, (typeof SPONSOR_STATS)[number]>(
    SPONSOR_STATS,
  ),
  recurring: new Tally<{ creator_id: string; day: number }, (typeof RECURRING_STATS)[number]>(
    RECURRING_STATS,
  ),
});

async function spansOf(tx: ClientBase, fans: readonly Fan[]): Promise<Map<Fan, FanSpans>> {
  const { sql, values } = relation(
    pick(SPONSOR_SPANS, 'creator_id', 'user_id'),
    fans.map(({ key }) => key),
  );
  const { rows } = await tx.query<SponsorSpanRow>(
    `SELECT ${selected(SPONSOR_SPANS.columns, 'r.')} FROM ${sql} JOIN sponsor_spans r USING (creator_id, user_id)
      ORDER BY r.span`,
    values,
  );
  const found = Map.groupBy(rows, fanKey);
  return new Map(fans.map((fan) => [fan, new FanSpans(found.get(fanKey(fan.key)) ?? [])]));
}

/** Adds what the fan contributes to the changes of the days, or takes it away. */
function contribute(
  { sponsors, recurring, spans }: ReturnType<typeof talliesOf>,
  { key: { creator_id }, paid }: Fan,
  { rows }: FanSpans,
  sign: 1 | -1,
): void {
  const member = rows.map(({ from_day: from, until_day: until }) => ({ from, until }));
  const { cohort, marks } = marksOf(paid, member) ?? { cohort: '', marks: [] };
  for (const { day, sponsors_change, kept_change } of marks) {
    const changes = { sponsors_change: sign * sponsors_change, kept_change: sign * kept_change };
    sponsors.add({ creator_id, cohort, day }, changes);
  }
  for (const { recurring: amount, from_day, until_day } of rows) {
    if (amount === 0 || until_day === null || until_day <= from_day) continue;
    spans.add({ creator_id, until_day, from_day }, { spans: sign, recurring: sign * amount });
    const ends = [
      { day: from_day, by: sign },
      { day: until_day, by: -sign },
    ];
    for (const { day, by } of ends) {
      recurring.add({ creator_id, day }, { recurring_change: by * amount, memberships_change: by });
    }
  }
}

/** Follows payments and memberships of the batch. @param payments paid orders, by business day; no imported ones */
export async function takeSponsorMonths(
  calendar: BusinessCalendar,
  events: readonly RecordedEvent[],
  payments: readonly { fan: Fan; day: number }[],
  fans: Fans,
  tx: ClientBase,
): Promise<void> {
  const sponsorEvents = events.filter(isSponsorEvent);
  const members = new Set(sponsorEvents.map((event) => fans.of(sponsorOf(event))));
  const firsts = payments.filter(({ fan, day }) => fan.isFirstOfMonth(day));
  const changed = [...new Set([...members, ...firsts.map(({ fan }) => fan)])];
  if (changed.length === 0) return;
  const spans = await spansOf(tx, changed);
  const tallies = talliesOf();
  for (const [fan, its] of spans) contribute(tallies, fan, its, -1);
  for (const { fan, day } of firsts) fan.addFirstOfMonth(day);
  for (const event of sponsorEvents) {
    spans.get(fans.of(sponsorOf(event)))?.take(event, (at) => dayNumber(calendar.dayOf(at)));
  }
  for (const [fan, its] of spans) contribute(tallies, fan, its, 1);

  const rows = [...members].flatMap((fan) => [...(spans.get(fan)?.changed ?? [])]);
  await upsertRows(tx, SPONSOR_SPANS, rows, { set: ['from_day', 'until_day'] });
  await addRows(tx, RECURRING_SPANS, tallies.spans.rows(), SPAN_STATS);
  await addRows(tx, SPONSOR_CHANGES, dated(tallies.sponsors.rows()), SPONSOR_STATS);
  await addRows(tx, RECURRING_CHANGES, dated(tallies.recurring.rows()), RECURRING_STATS);
}
