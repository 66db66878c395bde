/** Counts by kind. */
export function openCounts() {
  const counts = new Map<string, number>();
  return {
    add: (what: string, times: number = 1): void => void counts.set(what, (counts.get(what) ?? 0) + times),
    of: (what: string): number => counts.get(what) ?? 0,
    /** By name. */
    all: (): [string, number][] => [...counts].sort(([one], [other]) => (one < other ? -1 : 1)),
  };
}

export type Counts = ReturnType<typeof openCounts>;
