import { isDeepStrictEqual } from 'node:util';
import type { GoalCounting, GoalTerms } from '#events/goals.ts';
import { derivedEventId, type UserId } from '#events/ids.ts';
import { goalCountingStream, goalStream } from '#events/stream-names.ts';
import { type BusinessCalendar, type Millis, monthAt } from '#events/time.ts';
import { accept, type Command, type Decided } from '../engine/command.ts';
import { countingOf, goalCountingKind, goalKind, type KnownGoal, reachedKey } from './goal.ts';

/** The progress that the read models count for a goal, and its terms. */
export interface CountedGoal {
  goal_id: string;
  creator_id: UserId;
  window: GoalTerms['window'];
  counting: GoalCounting;
  /** Fans or fen by period. */
  values: Readonly<Record<string, number>>;
  /** Log position through which they are counted. */
  through: number;
}

/** The period was over at this time. */
const isOver = ({ window }: KnownGoal, period: string, at: Millis, calendar: BusinessCalendar): boolean =>
  window ? window.end_at <= at : period < monthAt(calendar, at);

/**
 * Records how far a goal has come, and that it was reached; a target or counting that was set later does not reach a
 * period that was over. Idempotent. Writes nothing for a deleted goal and for counts older than those recorded.
 * @returns `again` when it was counted by other terms than the present ones
 */
export function recordProgress(counted: CountedGoal): Command<'recorded' | 'again'> {
  const { goal_id, creator_id, values, through } = counted;
  const stream = goalStream(goal_id);
  const countingStream = goalCountingStream(creator_id);
  return {
    name: 'record_goal_progress',
    actor: 'process:goals',
    streams: [stream, countingStream],
    decide(states) {
      const goal = states.get(goalKind, stream);
      if (goal.phase !== 'live' || through < goal.through) return accept([], 'recorded');
      const counting = states.get(goalCountingKind, countingStream);
      const same = isDeepStrictEqual([goal.window, countingOf(counting)], [counted.window, counted.counting]);
      if (!same) return accept([], 'again');
      const set_at = Math.max(goal.set_at, counting.set_at);
      const events: Decided[] = [];
      const add = (event: Decided['event'], ...key: string[]): void => {
        events.push({ stream, creator_id, event, id: derivedEventId(event.type, goal_id, ...key) });
      };
      // A period without counted orders is not among the values.
      for (const period of new Set([...Object.keys(goal.progress), ...Object.keys(values)])) {
        const value = values[period] ?? 0;
        if (value !== (goal.progress[period] ?? 0)) {
          const data = { goal_id, creator_id, period, value, through };
          add({ type: 'GoalProgressed', data }, period, String(through));
        }
        const { target } = goal;
        const over = isOver(goal, period, set_at, states.calendar);
        if (value >= target && !over && !goal.reached.includes(reachedKey(period, target))) {
          const data = { goal_id, creator_id, period, target, value };
          add({ type: 'GoalReached', data }, period, String(target));
        }
      }
      return accept(events, 'recorded');
    },
  };
}
