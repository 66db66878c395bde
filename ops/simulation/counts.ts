/** How often what happened. */
export interface Counts {
  add(what: string, times?: number): void;
  of(what: string): number;
  /** By name. */
  all(): [string, number][];
}

export function openCounts(): Counts {
  const counts = new Map<string, number>();
  return {
    add: (what, times = 1) => void counts.set(what, (counts.get(what) ?? 0) + times),
    of: (what) => counts.get(what) ?? 0,
    all: () => [...counts].sort(([one], [other]) => (one < other ? -1 : 1)),
  };
}
