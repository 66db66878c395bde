import fc from 'fast-check';
import { expect, test } from 'vitest';
import { businessCalendar } from '#events/time.ts';
import { quietUntil } from './quiet-hours.ts';

const MINUTE_MS = 60_000;
const minute = fc.integer({ min: 0, max: 1_439 });
/** A day and a half around the two changes of the clocks in Europe, and any other time. */
const around = (start: string, minutes: number) =>
  fc.integer({ min: 0, max: minutes }).map((n) => Date.parse(start) + n * MINUTE_MS);
const moment = fc.oneof(
  around('2026-10-24T12:00Z', 2_160),
  around('2026-03-28T12:00Z', 2_160),
  around('2026-01-01T00:00Z', 500_000),
);

test.each(['Asia/Shanghai', 'Europe/Berlin', 'America/New_York'])(
  'in %s a moment is quiet if its minute is, until the end of the hours',
  (zone) => {
    const calendar = businessCalendar(zone);
    const minuteOf = (at: number): number => {
      const { hour, minute: rest } = calendar.partsOf(at);
      return hour * 60 + rest;
    };
    fc.assert(
      fc.property(moment, minute, minute, (now, from, to) => {
        fc.pre(from !== to);
        const quiet = new Set<number>();
        for (let n = from; n !== to; n = (n + 1) % 1_440) quiet.add(n);
        const isQuiet = quiet.has(minuteOf(now));
        const end = quietUntil(calendar, { from, to }, now);
        if (end !== undefined) {
          expect(isQuiet).toBe(true);
          expect(end).toBeGreaterThan(now);
          expect(end - now).toBeLessThanOrEqual(25 * 60 * MINUTE_MS);
        }
        // Elsewhere clocks change: then hours can be over early.
        if (zone !== 'Asia/Shanghai') return;
        expect(end !== undefined).toBe(isQuiet);
        if (end !== undefined) expect(minuteOf(end)).toBe(to);
      }),
    );
  },
);
