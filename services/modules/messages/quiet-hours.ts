import type { Pool } from 'pg';
import type { UserId } from '#events/ids.ts';
import { addDays, type BusinessCalendar, type Millis } from '#events/time.ts';
import type { QuietHours } from '#services/contract/messages/notify-config.ts';
import { anyOf, queriesOn } from '#services/runtime/queries.ts';

/** When quiet hours that hold at a moment end; undefined: they do not hold. */
export function quietUntil(
  calendar: BusinessCalendar,
  { from, to }: QuietHours,
  now: Millis,
): Millis | undefined {
  const { hour, minute } = calendar.partsOf(now);
  const minutes = hour * 60 + minute;
  const isQuiet = from < to ? minutes >= from && minutes < to : minutes >= from || minutes < to;
  if (!isQuiet) return undefined;
  const today = calendar.dayOf(now);
  const wall = calendar.partsOf(calendar.startOf(minutes < to ? today : addDays(today, 1)));
  const end = calendar.instantOf({ ...wall, hour: Math.floor(to / 60), minute: to % 60, second: 0 });
  // Where clocks are turned back, the end can be over before its second time.
  return end > now ? end : undefined;
}

/** When the quiet hours of these people end; who has none now is left out. */
export async function quietPeople(
  pool: Pool,
  calendar: BusinessCalendar,
  now: Millis,
  user_ids: readonly UserId[],
): Promise<ReadonlyMap<string, Millis>> {
  if (user_ids.length === 0) return new Map();
  const rows = await queriesOn(pool)
    .selectFrom('accounts.notify_times')
    .where('user_id', '=', anyOf(user_ids))
    .where('quiet_from', 'is not', null)
    .select(['user_id', 'quiet_from', 'quiet_to'])
    .$castTo<{ user_id: UserId; quiet_from: number; quiet_to: number }>()
    .execute();
  return new Map(
    rows.flatMap(({ user_id, quiet_from: from, quiet_to: to }) => {
      const end = quietUntil(calendar, { from, to }, now);
      return end === undefined ? [] : [[user_id, end]];
    }),
  );
}
