import type { CheckInEvent } from '#services/contract/tickets/tickets.ts';
import { zonedText } from '../../language/zone.ts';
import type { CheckInChoice } from './check-in.ts';

/** A door is open this long before its round begins and after, also where midnight is between. */
const OPEN_SECONDS = 6 * 3600;

const dayOf = (seconds: number): string => zonedText(seconds).slice(0, 10);

/** Whether a round is today's: of the same business day, or near. */
export const isToday = (begin_time: number, now: number): boolean =>
  dayOf(begin_time) === dayOf(now) || Math.abs(begin_time - now) <= OPEN_SECONDS;

/** Whether a round is a past day's, so that nobody comes any more. */
export const isOver = (round: { begin_time: number | null } | null, now = Date.now() / 1000): boolean =>
  round?.begin_time != null && round.begin_time < now && !isToday(round.begin_time, now);

/** The round of today that is nearest; where there is none, the event if it is the only one. */
export function todaysChoice(events: readonly CheckInEvent[], now: number): CheckInChoice {
  const [nearest] = events
    .flatMap(({ plan, rounds }) =>
      rounds.flatMap(({ round_id, begin_time }) =>
        begin_time !== null && round_id !== '' && isToday(begin_time, now)
          ? [{ plan_id: plan.plan_id, round_id, away: Math.abs(begin_time - now) }]
          : [],
      ),
    )
    .sort((one, other) => one.away - other.away);
  if (nearest !== undefined) return { plan_id: nearest.plan_id, round_id: nearest.round_id };
  const [only, ...others] = events;
  return { plan_id: others.length === 0 ? only?.plan.plan_id : undefined };
}
