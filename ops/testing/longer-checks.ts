/**
 * `npm run crash` only: programs that are killed again and again, races over many rounds, what waits until others give
 * up, and a Kafka broker.
 */
export const CRASH_TESTS = [
  'ops/dead-worker.test.ts',
  'ops/backup/drill.test.ts',
  'ops/full-disk.test.ts',
  'ops/silent-host.test.ts',
  'ops/upgrade/major.test.ts',
  'ops/upgrade/upgrade.test.ts',
  'ops/import/crash.test.ts',
  'ops/kafka/kafka.test.ts',
  'ops/start/hanging.test.ts',
  'ops/start/killed.test.ts',
  'ops/simulation/simulation.test.ts',
  'events/log/postgres/silent-database.test.ts',
  'events/log/postgres/stopped-turn.test.ts',
  'read-models/engine/rebuild-memory.test.ts',
  'services/api/log-output.test.ts',
  'services/api/accounts/guess-races.test.ts',
  'services/api/accounts/session-races.test.ts',
  'services/api/books/statement-races.test.ts',
  'services/api/http/slow-bodies.test.ts',
  'services/api/http/small-heap.test.ts',
  'services/api/orders/owner-races.test.ts',
  'services/commerce/committer/shared-writers.test.ts',
  'services/replicas/replicas.test.ts',
  'services/runtime/listener.test.ts',
  'services/worker/beside-sale.test.ts',
];

/** `npm run stories` only: tests of each capability in the browser. */
export const STORIES = ['ops/e2e/stories/**/*.test.ts'];

/** `npm run engines` only: stories in Firefox and WebKit. */
export const ENGINE_STORIES = ['ops/e2e/browsers/stories/**/*.test.ts'];

/** `npm run production` only: a production start with all that surrounds it. */
export const PRODUCTION = ['ops/e2e/production/*.test.ts'];

/** Of the stories in Chromium, what measures what one person sees on a machine that has nothing else to do: it runs alone. */
export const TIMED = ['ops/e2e/stories/sale.test.ts'];
