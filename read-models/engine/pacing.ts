/** Pause after a page, in ms: what is committed within it shares a transaction of each read model. */
const SHORTEST_MS = 75;
const LONGEST_MS = 150;
/** Part of the newest page in what a page usually takes: one slow page among quick ones changes little. */
const NEWEST = 0.1;
/** A page is followed by a pause of so many times what pages take. */
const RESTS = 2;

export interface Pacing {
  /** The slowest read model took so many ms for its newest batch. */
  took(ms: number): void;
  pauseMs(): number;
}

/**
 * How long to gather before the next page. Where processors are free pages are taken in quickly and the pause is
 * the shortest. Where people's orders wait for the same processors pages take longer, and fewer, fuller ones
 * leave more of them to those orders.
 */
export function pacing(): Pacing {
  let usual = 0;
  return {
    took(ms) {
      usual += (ms - usual) * NEWEST;
    },
    pauseMs: () => Math.min(LONGEST_MS, Math.max(SHORTEST_MS, usual * RESTS)),
  };
}
