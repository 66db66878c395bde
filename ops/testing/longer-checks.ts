/**
 * `npm run crash` only: programs that are killed again and again, or wait for a minute or two until others give up.
 */
export const CRASH_TESTS = [
  'ops/dead-worker.test.ts',
  'ops/silent-host.test.ts',
  'ops/import/crash.test.ts',
  'ops/start/killed.test.ts',
  'ops/simulation/simulation.test.ts',
];

/** `npm run stories` only: tests of each capability in the browser. */
export const STORIES = ['ops/e2e/stories/**/*.test.ts'];

/** Of them, what measures what one person sees on a machine that has nothing else to do: it runs alone. */
export const TIMED = ['ops/e2e/stories/sale.test.ts'];
