import { businessCalendar, DEFAULT_TIME_ZONE, type Millis } from '#events/time.ts';

const calendar = businessCalendar(DEFAULT_TIME_ZONE);

/** A paid order that has not been refunded whole, as the rule about memberships needs it. */
export interface PaidMonths {
  plan: string;
  independent: boolean;
  months: number;
  at: Millis;
  upgrade: boolean;
}

/** The plain rule: each order in sequence, on the result of those before. Plan to its end, live ones only. */
export function plainMemberships(orders: readonly PaidMonths[], now: Millis): Map<string, Millis> {
  const ends = new Map<string, { plan: string; until: Millis }>();
  for (const { plan, independent, months, at, upgrade } of orders) {
    const track = independent ? plan : 'main';
    const running = ends.get(track);
    const live = running !== undefined && running.until > at;
    if (upgrade) {
      if (live) ends.set(track, { plan, until: running.until });
      continue;
    }
    ends.set(track, { plan, until: calendar.addMonths(live ? running.until : at, months) });
  }
  const live = [...ends.values()].filter(({ until }) => until > now);
  return new Map(live.map(({ plan, until }) => [plan, until]));
}
