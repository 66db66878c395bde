/** Pause after a page in ms: events committed within it share a transaction of each read model. */
const SHORTEST_MS = 40;
const LONGEST_MS = 150;
/** Weight of the newest page in the average: one slow page changes little. */
const NEWEST = 0.1;

/**
 * The wait before the next page. With free processors pages are fast and the pause is short. When orders need the
 * processors, pages take longer, and fewer, larger pages leave more time for orders.
 */
export function pacing() {
  let usual = 0;
  return {
    /** Milliseconds of the slowest read model for its newest batch. */
    took(ms: number): void {
      usual += (ms - usual) * NEWEST;
    },
    pauseMs: (): number => Math.min(LONGEST_MS, Math.max(SHORTEST_MS, usual)),
  };
}
