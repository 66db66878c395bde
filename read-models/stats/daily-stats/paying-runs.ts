import { STATISTICS_WINDOW_DAYS } from '#events/time.ts';

/**
 * The days on which a fan paid a creator, as runs: `[first, last, first, last, …]`, days counted from
 * 1970-01-01. Within a run no two neighbouring days lie further apart than the statistics window, so the
 * fan counts as sponsor from its first day until 30 days after its last, without a break. Only a pause
 * longer than that begins another run, so there are at most eleven a year, however often the fan pays.
 */
export type Runs = readonly number[];

/** Adds paying days, in any order and also long past ones. */
export function withDays(runs: Runs, days: Iterable<number>): number[] {
  const spans: [first: number, last: number][] = [];
  for (let index = 0; index + 1 < runs.length; index += 2) {
    spans.push([runs[index] ?? 0, runs[index + 1] ?? 0]);
  }
  for (const day of days) spans.push([day, day]);
  spans.sort((one, other) => one[0] - other[0]);
  const merged: [number, number][] = [];
  for (const [first, last] of spans) {
    const open = merged.at(-1);
    if (open && first <= open[1] + STATISTICS_WINDOW_DAYS) open[1] = Math.max(open[1], last);
    else merged.push([first, last]);
  }
  return merged.flat();
}

export interface DayChange {
  day: number;
  /** By how much the number of sponsors differs from that of the day before. */
  sponsors_change: number;
  new_sponsors: number;
}

/** How one fan's runs bear on the days' figures. */
function marksOf(runs: Runs, sign: 1 | -1): DayChange[] {
  return runs.map((day, index) =>
    index % 2 === 0
      ? { day, sponsors_change: sign, new_sponsors: index === 0 ? sign : 0 }
      : { day: day + STATISTICS_WINDOW_DAYS, sponsors_change: -sign, new_sponsors: 0 },
  );
}

/** What to add to the days' figures when a fan's runs change from `before` to `after`. */
export const changesBetween = (before: Runs, after: Runs): DayChange[] => [
  ...marksOf(before, -1),
  ...marksOf(after, 1),
];
