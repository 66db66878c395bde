/** A separate process that sells one SKU at full speed; started by `sellAtOnce`. */
import { once } from 'node:events';
import type { EventLog } from '#events/log/log.ts';
import { openPool } from '#events/log/postgres/open-pool.ts';
import { postgresLog } from '#events/log/postgres/postgres-log.ts';
import { stockStream } from '#events/stream-names.ts';
import { startCommitter } from '#services/commerce/committer/committer.ts';
import { holdHot, type SellingJob, type Sold } from './hot-sku.ts';

const WARM_UP_COMMANDS = 500;

const job = JSON.parse(process.argv[2] ?? '') as SellingJob;
const pool = openPool({ connectionString: job.url, max: 4 });
const log = postgresLog(pool);
/** Its turns do not read others' writes: the guard is removed. */
const blind: EventLog = {
  ...log,
  exclusively: (work) =>
    log.exclusively((turn) =>
      work({
        ...turn,
        readStreams: (reads) =>
          Promise.resolve({ events: new Map(reads.map(({ stream }) => [stream, []])), rest: [] }),
      }),
    ),
};
const through = job.turns ? log : blind;
const committer = startCommitter({ log: through, clock: { now: () => Date.now() }, pool });
const stream = stockStream(job.hot.sku_id);

const took: number[] = [];
let refused = 0;
let next = process.pid * 10_000_000;

async function sell(until: () => boolean): Promise<void> {
  while (!until()) {
    const begun = performance.now();
    next += 1;
    const outcome = await committer.submit(holdHot(job.hot, next)).catch(() => undefined);
    if (!outcome?.accepted) refused += 1;
    took.push(performance.now() - begun);
  }
}
const loops = (until: () => boolean): Promise<unknown> =>
  Promise.all(Array.from({ length: job.inFlight }, () => sell(until)));

await committer.read([stream], () => null);
await loops(() => took.length >= WARM_UP_COMMANDS / (job.inFlight === 1 ? 20 : 1));
process.send?.('ready');
await once(process, 'message');

took.length = 0;
refused = 0;
const end = performance.now() + job.seconds * 1_000;
let done = 0;
await loops(() => {
  if (performance.now() < end) return false;
  done ||= took.length;
  return true;
});
const sorted = took.toSorted((one, other) => one - other);
const at = (share: number): number => sorted[Math.floor(sorted.length * share)] ?? 0;
const sold: Sold = { done, refused, p50: at(0.5), p99: at(0.99), slowest: sorted.at(-1) ?? 0 };
process.send?.(sold);
