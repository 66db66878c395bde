import { addDays, type BusinessCalendar, type BusinessDay, type Millis, mondayOf } from '#events/time.ts';
import type { DigestTimes } from '#services/contract/messages/notify-config.ts';

const SENT_AT_HOUR = 9;

/** The instant of a text of `timeText`. */
export function momentOf(calendar: BusinessCalendar, text: string): Millis {
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0] = text.split(/\D/).map(Number);
  return calendar.instantOf({ year, month, day, hour, minute, second: 0 });
}

/** The next 9:00 after a moment, in business time; of weekly digests on a Monday. */
export function nextDigest(
  calendar: BusinessCalendar,
  every: Exclude<DigestTimes, 'never'>,
  now: Millis,
): Millis {
  const morningOf = (day: BusinessDay): Millis => {
    const wall = calendar.partsOf(calendar.startOf(day));
    return calendar.instantOf({ ...wall, hour: SENT_AT_HOUR, minute: 0, second: 0 });
  };
  const today = calendar.dayOf(now);
  const [first, step] = every === 'weekly' ? [mondayOf(today), 7] : [today, 1];
  const due = morningOf(first);
  return due > now ? due : morningOf(addDays(first, step));
}
