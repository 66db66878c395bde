import type { ClientBase } from 'pg';
import type { EventType } from '#events/registry.ts';
import { addDays, type BusinessCalendar, type BusinessDay, daysBetween } from '#events/time.ts';
import type { ProjectedEvent } from '../../engine/projection.ts';
import { addRows, relation, upsertRows } from '../../engine/rows.ts';
import { pick, selected } from '../../engine/table.ts';
import { Tally } from '../../engine/tally.ts';
import { marksOf } from './active-days.ts';
import { FanSpans } from './spans.ts';
import {
  type FanRow,
  RECURRING_CHANGES,
  SPONSOR_CHANGES,
  SPONSOR_FANS,
  SPONSOR_SPANS,
  type SponsorSpanRow,
} from './tables.ts';

/** What happens to memberships, apart from their end: that is known before. */
export const SPONSOR_EVENTS = [
  'MembershipStarted',
  'MembershipExtended',
  'MembershipUpgraded',
  'MembershipRevoked',
] as const satisfies readonly EventType[];

type Pair = Pick<FanRow, 'creator_id' | 'user_id'>;
/** A fan of a creator in a batch. */
interface Fan extends Pair {
  /** First paid day of each month. */
  paid: readonly number[];
  readonly spans: FanSpans;
}

const SPONSOR_STATS = ['sponsors_change', 'kept_change'] as const;
const RECURRING_STATS = ['recurring_change', 'memberships_change'] as const;
const FIRST_DAY = '1970-01-01';
const MEMBERSHIP_EVENTS: ReadonlySet<EventType> = new Set(SPONSOR_EVENTS);
const dayNumber = (day: BusinessDay): number => daysBetween(FIRST_DAY, day);
const dayText = (day: number): string => addDays(FIRST_DAY, day);
const keyOf = ({ creator_id, user_id }: Pair): string => `${creator_id}\u0000${user_id}`;

async function fansOf(tx: ClientBase, pairs: readonly Pair[]): Promise<Map<string, Fan>> {
  const { sql, values } = relation(pick(SPONSOR_FANS, 'creator_id', 'user_id'), pairs);
  const joined = (columns: string, table: string) =>
    `SELECT ${columns} FROM ${sql} JOIN ${table} r USING (creator_id, user_id)`;
  const { rows: known } = await tx.query<FanRow>(
    joined(selected(SPONSOR_FANS.columns, 'r.'), 'sponsor_fans'),
    values,
  );
  const { rows } = await tx.query<SponsorSpanRow>(
    `${joined(selected(SPONSOR_SPANS.columns, 'r.'), 'sponsor_spans')} ORDER BY r.span`,
    values,
  );
  const paid = new Map(known.map((row) => [keyOf(row), JSON.parse(row.paid) as number[]]));
  const spans = Map.groupBy(rows, keyOf);
  return new Map(
    pairs.map((pair) => {
      const key = keyOf(pair);
      return [key, { ...pair, paid: paid.get(key) ?? [], spans: new FanSpans(spans.get(key) ?? []) }];
    }),
  );
}

/** Only the first day of a month counts. */
function withDay(paid: readonly number[], day: number): readonly number[] {
  const month = (one: number): string => dayText(one).slice(0, 7);
  const known = paid.find((one) => month(one) === month(day));
  if (known !== undefined && known <= day) return paid;
  return [...paid.filter((one) => one !== known), day].sort((one, other) => one - other);
}

const sponsorTally = () =>
  new Tally<{ creator_id: string; cohort: string; day: string }, (typeof SPONSOR_STATS)[number]>(
    SPONSOR_STATS,
  );
const recurringTally = () =>
  new Tally<{ creator_id: string; day: string }, (typeof RECURRING_STATS)[number]>(RECURRING_STATS);
interface Tallies {
  sponsors: ReturnType<typeof sponsorTally>;
  recurring: ReturnType<typeof recurringTally>;
}

/** Adds what the fan contributes to the changes of the days, or takes it away. */
function contribute({ sponsors, recurring }: Tallies, fan: Fan, sign: 1 | -1): void {
  const { creator_id, paid, spans } = fan;
  const member = spans.rows.map(({ from_day: from, until_day: until }) => ({ from, until }));
  const { cohort, marks } = marksOf(paid, member) ?? { cohort: '', marks: [] };
  for (const { day, sponsors_change, kept_change } of marks) {
    const changes = { sponsors_change: sign * sponsors_change, kept_change: sign * kept_change };
    sponsors.add({ creator_id, cohort, day: dayText(day) }, changes);
  }
  for (const { recurring: amount, from_day, until_day } of spans.rows) {
    if (amount === 0 || until_day === null || until_day <= from_day) continue;
    const ends = [
      { day: from_day, by: sign },
      { day: until_day, by: -sign },
    ];
    for (const { day, by } of ends) {
      const changes = { recurring_change: by * amount, memberships_change: by };
      recurring.add({ creator_id, day: dayText(day) }, changes);
    }
  }
}

/** Follows payments and memberships of the batch. @param payments every paid order, by its business day */
export async function takeSponsorMonths(
  calendar: BusinessCalendar,
  events: readonly ProjectedEvent[],
  payments: readonly (Pair & { day: BusinessDay })[],
  tx: ClientBase,
): Promise<void> {
  const news = events.filter(({ type }) => MEMBERSHIP_EVENTS.has(type));
  // Every one of these types names both.
  const pairs = [...payments, ...news.map(({ data }) => data as Pair)];
  const unique = new Map(
    pairs.map(({ creator_id, user_id }) => [keyOf({ creator_id, user_id }), { creator_id, user_id }]),
  );
  if (unique.size === 0) return;
  const fans = await fansOf(tx, [...unique.values()]);
  const fanOf = (pair: Pair): Fan => {
    const fan = fans.get(keyOf(pair));
    if (!fan) throw new Error('a fan of the batch was not loaded');
    return fan;
  };
  const tallies = { sponsors: sponsorTally(), recurring: recurringTally() };
  for (const fan of fans.values()) contribute(tallies, fan, -1);
  for (const { day, ...pair } of payments) {
    const fan = fanOf(pair);
    fan.paid = withDay(fan.paid, dayNumber(day));
  }
  for (const event of news)
    fanOf(event.data as Pair).spans.take(event, (at) => dayNumber(calendar.dayOf(at)));
  for (const fan of fans.values()) contribute(tallies, fan, 1);

  const written = [...fans.values()];
  await upsertRows(
    tx,
    SPONSOR_FANS,
    written.map(({ creator_id, user_id, paid }) => ({ creator_id, user_id, paid: JSON.stringify(paid) })),
  );
  const touched = new Set(news.map(({ data }) => keyOf(data as Pair)));
  await upsertRows(
    tx,
    SPONSOR_SPANS,
    written.filter((fan) => touched.has(keyOf(fan))).flatMap(({ spans }) => spans.rows),
    { set: ['until_day'] },
  );
  await addRows(tx, SPONSOR_CHANGES, tallies.sponsors.rows(), SPONSOR_STATS);
  await addRows(tx, RECURRING_CHANGES, tallies.recurring.rows(), RECURRING_STATS);
}
