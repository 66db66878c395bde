import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startEmbedded } from '#ops/postgres/embedded.ts';
import { appendsBench } from './appends.ts';
import { coldLoadBench } from './cold-load.ts';
import { ballotsBench } from './content/ballots.ts';
import { searchBench } from './content/search.ts';
import { contentBench } from './content.ts';
import { decisionsBench } from './decisions.ts';
import { feedBench } from './feed.ts';
import { flashSaleBench } from './flash-sale.ts';
import { importBench } from './import.ts';
import { lagBench } from './lag.ts';
import { commentListsBench } from './live/comment-lists.ts';
import { eventStoreBench } from './live/event-store.ts';
import { firstPaintBench } from './live/first-paint.ts';
import { mediaBench } from './live/media.ts';
import { postListsBench } from './live/post-lists.ts';
import { publishingBench } from './live/publishing.ts';
import { replicasBench } from './live/replicas.ts';
import { scheduledBench } from './live/scheduled.ts';
import { memoryBench } from './memory.ts';
import { ordersBench } from './orders.ts';
import { pageOf } from './page.ts';
import { queriesBench } from './queries.ts';
import { rebuildBench } from './rebuild.ts';
import { likesBench } from './relations/likes.ts';
import { ownFeedBench } from './relations/own-feed.ts';
import { describeMachine, describeRow, type Report } from './report.ts';
import type { Bench, BenchContext } from './row.ts';
import { largeSettlementBench, settlementBench } from './settlement.ts';
import { sharingBench } from './sharing.ts';
import { streamsBench } from './streams.ts';
import { webhooksBench } from './webhooks.ts';

/** `npm run bench [-- --peers --quick --long --only appends,decisions]`: prints a table, writes docs/performance.*. */
const benches: Readonly<Record<string, Bench>> = {
  appends: appendsBench,
  decisions: decisionsBench,
  sharing: sharingBench,
  'cold-load': coldLoadBench,
  orders: ordersBench,
  'event-store': eventStoreBench,
  replicas: replicasBench,
  'flash-sale': flashSaleBench,
  rebuild: rebuildBench,
  queries: queriesBench,
  content: contentBench,
  'own-feed': ownFeedBench,
  publishing: publishingBench,
  search: searchBench,
  likes: likesBench,
  ballots: ballotsBench,
  'post-lists': postListsBench,
  'comment-lists': commentListsBench,
  import: importBench,
  settlement: settlementBench,
  'settlement-large': largeSettlementBench,
  lag: lagBench,
  feed: feedBench,
  memory: memoryBench,
  'first-paint': firstPaintBench,
  media: mediaBench,
  scheduled: scheduledBench,
  streams: streamsBench,
  webhooks: webhooksBench,
};

/** Too long for every run: measured when they are named. */
const ON_REQUEST: readonly string[] = ['settlement-large'];

const FIGURES = new URL('../../docs/performance.json', import.meta.url);
const PAGE = new URL('../../docs/performance.md', import.meta.url);

/** A durable server, like that of `npm start`, in a new folder; or DATABASE_URL. */
async function withServer(work: (url: string) => Promise<void>): Promise<void> {
  const databaseUrl = process.env.DATABASE_URL;
  if (databaseUrl) return work(databaseUrl);
  const folder = await mkdtemp(join(tmpdir(), 'fanwatt-bench-'));
  // PostgreSQL's user can enter it, so its data is inside and is removed with it.
  await chmod(folder, 0o755);
  try {
    const server = await startEmbedded(folder, 'npm run bench');
    try {
      await work(server.url);
    } finally {
      await server.stop();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The earlier figures to be updated; none in another form. */
async function savedBenches(): Promise<Report['benches']> {
  try {
    const { benches } = JSON.parse(await readFile(FIGURES, 'utf8')) as Partial<Report>;
    return benches ?? {};
  } catch {
    return {};
  }
}

async function measure(names: readonly string[], context: BenchContext): Promise<Report['benches']> {
  const machine = await describeMachine(context.databaseUrl);
  const measured: Record<string, Report['benches'][string]> = {};
  for (const name of names) {
    const rows = (await benches[name]?.(context)) ?? [];
    for (const row of rows) console.log(describeRow(row));
    measured[name] = { measured_at: new Date().toISOString(), machine, rows };
  }
  return measured;
}

const { values } = parseArgs({
  options: {
    peers: { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
    long: { type: 'boolean', default: false },
    only: { type: 'string' },
  },
});
const names = values.only?.split(',') ?? Object.keys(benches).filter((name) => !ON_REQUEST.includes(name));
const unknown = names.find((name) => !benches[name]);
if (unknown !== undefined) {
  console.error(`no bench ${unknown}: there are ${Object.keys(benches).join(', ')}`);
  process.exit(1);
}

await withServer(async (databaseUrl) => {
  const measured = await measure(names, { ...values, databaseUrl });
  // Only a careful run is worth keeping.
  if (values.quick) return;
  const all = { ...(await savedBenches()), ...measured };
  const inOrder = Object.keys(benches).flatMap((name) => (all[name] ? [[name, all[name]] as const] : []));
  const report: Report = { benches: Object.fromEntries(inOrder) };
  await writeFile(FIGURES, `${JSON.stringify(report, null, 2)}\n`);
  await writeFile(PAGE, pageOf(report));
});
