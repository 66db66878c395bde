import { DAY_MS, dayOfNumber } from '#events/time.ts';

/** Days since 1970-01-01; `until` is not included, null never ends. */
export interface Span {
  from: number;
  until: number | null;
}

/** Changes by one fan of the numbers of a day, from that day on. */
export interface Mark {
  /** Days since 1970-01-01 */
  day: number;
  sponsors_change: number;
  kept_change: number;
}

const monthStart = (day: number, months: number): number => {
  const date = new Date(day * DAY_MS);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1) / DAY_MS;
};

const cohortOf = (day: number): string => dayOfNumber(day).slice(0, 7);

/** The days on which a fan counts, as separate runs: from a payment to the end of its month, and while a member. */
function runsOf(paid: readonly number[], member: readonly Span[]): { from: number; until: number }[] {
  const spans = [
    ...paid.map((from) => ({ from, until: monthStart(from, 1) })),
    ...member.map(({ from, until }) => ({ from, until: until ?? Number.POSITIVE_INFINITY })),
  ].filter(({ from, until }) => until > from);
  spans.sort((one, other) => one.from - other.from);
  const runs: { from: number; until: number }[] = [];
  for (const span of spans) {
    const open = runs.at(-1);
    if (open && span.from <= open.until) open.until = Math.max(open.until, span.until);
    else runs.push({ ...span });
  }
  return runs;
}

/**
 * A fan who counts on the last day of a month is its sponsor (docs/domain/stats.md, Sponsors by month). `kept`: also on
 * the last day of the month before.
 * @returns with the first month; undefined if the fan never counts
 */
export function marksOf(
  paid: readonly number[],
  member: readonly Span[],
): { cohort: string; marks: Mark[] } | undefined {
  const runs = runsOf(paid, member);
  const [first] = runs;
  if (!first) return undefined;
  const counts = (day: number): boolean => runs.some(({ from, until }) => from <= day && day < until);
  const marks = runs.flatMap(({ from, until }): Mark[] => {
    const keptFrom = counts(monthStart(from, 0) - 1) ? from : monthStart(from, 1);
    const isKept = keptFrom < until;
    return [
      { day: from, sponsors_change: 1, kept_change: 0 },
      ...(isKept ? [{ day: keptFrom, sponsors_change: 0, kept_change: 1 }] : []),
      ...(until === Number.POSITIVE_INFINITY
        ? []
        : [{ day: until, sponsors_change: -1, kept_change: isKept ? -1 : 0 }]),
    ];
  });
  return { cohort: cohortOf(first.from), marks };
}
