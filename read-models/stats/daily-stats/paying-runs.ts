import { STATISTICS_WINDOW_DAYS } from '#events/time.ts';

/**
 * The days on which a fan paid a creator, as runs: `[first, last, first, last, …]`, days since 1970-01-01.
 * Neighbouring days of a run are at most the statistics window apart, so the fan counts as sponsor from the first day
 * until 30 days after the last. A longer pause starts another run, so a year has at most eleven.
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

/** Additions of runs to the daily figures, without those that `other` runs make, too. */
const marksOf = (runs: Runs, other: Runs, sign: 1 | -1): DayChange[] =>
  runs.flatMap((day, index) => {
    if (day === other[index]) return [];
    return index % 2 === 0
      ? { day, sponsors_change: sign, new_sponsors: index === 0 ? sign : 0 }
      : { day: day + STATISTICS_WINDOW_DAYS, sponsors_change: -sign, new_sponsors: 0 };
  });

/** The changes of the daily figures when a fan's runs change from `before` to `after`; none if they are equal. */
export const changesBetween = (before: Runs, after: Runs): DayChange[] => [
  ...marksOf(before, after, -1),
  ...marksOf(after, before, 1),
];
