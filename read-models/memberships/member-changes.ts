import { DAY_MS } from '#events/time.ts';
import type { Row } from '../engine/table.ts';
import { Tally } from '../engine/tally.ts';
import type { MEMBER_CHANGES, SpanRow } from './tables.ts';

export const HALF_HOUR_MS = 1_800_000;

type Count = 'members' | 'memberships' | 'recurring';
type Key = Omit<Row<typeof MEMBER_CHANGES>, Count>;
/** From when to when; null: it never ends. */
type Time = Pick<SpanRow, 'from_at' | 'until_at'>;

const endOf = ({ until_at }: Time): number => until_at ?? Number.POSITIVE_INFINITY;

/** The times in which at least one of the spans runs. */
function merged(spans: readonly Time[]): Time[] {
  const times: Time[] = [];
  for (const { from_at, until_at } of spans.toSorted((a, b) => a.from_at - b.from_at)) {
    const last = times.at(-1);
    if (last === undefined || endOf(last) < from_at) times.push({ from_at, until_at });
    else if (endOf(last) < endOf({ from_at, until_at })) last.until_at = until_at;
  }
  return times;
}

/** Adds up how the memberships of fans change the numbers of members (`MEMBER_CHANGES`). */
export function memberChanges() {
  const tally = new Tally<Key, Count>(['members', 'memberships', 'recurring']);

  function change(creator_id: string, at: number, count: Count, by: number): void {
    for (const length of [DAY_MS, HALF_HOUR_MS])
      tally.add({ creator_id, length, begins: Math.floor(at / length) * length }, { [count]: by });
  }
  function count(creator_id: string, { from_at, until_at }: Time, what: Count, by: number): void {
    change(creator_id, from_at, what, by);
    if (until_at !== null) change(creator_id, until_at, what, -by);
  }

  return {
    /**
     * @param spans all of one fan with one creator
     * @param sign 1 adds them, -1 takes them away
     */
    add(creator_id: string, spans: readonly SpanRow[], sign: 1 | -1): void {
      const running = spans.filter((span) => endOf(span) > span.from_at);
      for (const time of merged(running)) count(creator_id, time, 'members', sign);
      for (const span of running) {
        count(creator_id, span, 'memberships', sign);
        if (span.until_at !== null)
          count(creator_id, span, 'recurring', sign * Math.round(span.paid / span.months));
      }
    },
    rows: () => tally.rows(),
  };
}
