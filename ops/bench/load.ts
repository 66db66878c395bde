/** The result of a load with many callers. */
export interface LoadResult {
  perSecond: number;
  done: number;
}

/**
 * Keeps `inFlight` callers busy, each calling again when it is answered, until `total` calls are done.
 * @param call gets the number of the call, from 0
 */
export async function closedLoop(
  inFlight: number,
  total: number,
  call: (number: number) => Promise<unknown>,
): Promise<LoadResult> {
  let next = 0;
  const caller = async (): Promise<void> => {
    while (next < total) {
      const number = next;
      next += 1;
      await call(number);
    }
  };
  const begun = performance.now();
  await Promise.all(Array.from({ length: Math.min(inFlight, total) }, caller));
  const seconds = (performance.now() - begun) / 1_000;
  return { perSecond: total / seconds, done: total };
}

/** Keeps `inFlight` callers busy for a time; calls still under way at its end are waited for and counted. */
export async function timedLoop(
  inFlight: number,
  seconds: number,
  call: (number: number) => Promise<unknown>,
): Promise<LoadResult> {
  let next = 0;
  const begun = performance.now();
  const until = begun + seconds * 1_000;
  const caller = async (): Promise<void> => {
    while (performance.now() < until) {
      const number = next;
      next += 1;
      await call(number);
    }
  };
  await Promise.all(Array.from({ length: inFlight }, caller));
  return { perSecond: next / ((performance.now() - begun) / 1_000), done: next };
}

/** The middle one of some figures; NaN of none. */
export function median(figures: readonly number[]): number {
  const sorted = figures.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** The figure that this share of all stays below (0.99: of 100 calls 99); NaN of none. */
export const percentile = (figures: readonly number[], share: number): number =>
  figures.toSorted((one, other) => one - other)[Math.floor(figures.length * share)] ?? Number.NaN;

const ROUNDS = 5;
/** p99 of calls, in ms: the middle of five rounds. A round before them warms up. */
export async function p99OfRounds(calls: number, call: () => Promise<unknown>): Promise<number> {
  const rounds: number[] = [];
  for (let round = -1; round < ROUNDS; round += 1) {
    const taken: number[] = [];
    for (let nth = 0; nth < calls; nth += 1) {
      const began = performance.now();
      await call();
      taken.push(performance.now() - began);
    }
    if (round >= 0) rounds.push(percentile(taken, 0.99));
  }
  return median(rounds);
}
