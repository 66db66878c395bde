import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startEmbedded } from '#ops/postgres/embedded.ts';
import { appendsBench } from './appends.ts';
import { decisionsBench } from './decisions.ts';
import { queriesBench } from './queries.ts';
import { rebuildBench } from './rebuild.ts';
import { describeMachine, describeRow } from './report.ts';
import type { Bench, Row } from './row.ts';

/** `npm run bench [-- --peers --quick --only appends,decisions]`: prints a table, writes docs/performance.json. */
const benches: Readonly<Record<string, Bench>> = {
  appends: appendsBench,
  decisions: decisionsBench,
  rebuild: rebuildBench,
  queries: queriesBench,
};

const OUTPUT = new URL('../../docs/performance.json', import.meta.url);

/** A server that keeps what it is told, like the one of `npm start`, on a fresh folder; or DATABASE_URL. */
async function withServer(work: (url: string) => Promise<void>): Promise<void> {
  const given = process.env.DATABASE_URL;
  if (given) return work(given);
  const folder = await mkdtemp(join(tmpdir(), 'fanwatt-bench-'));
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

const { values } = parseArgs({
  options: {
    peers: { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
    only: { type: 'string' },
  },
});
const names = values.only?.split(',') ?? Object.keys(benches);
const unknown = names.find((name) => !benches[name]);
if (unknown !== undefined) {
  console.error(`no bench ${unknown}: there are ${Object.keys(benches).join(', ')}`);
  process.exit(1);
}

await withServer(async (databaseUrl) => {
  const rows: Row[] = [];
  for (const name of names) {
    const measured = await benches[name]?.({ databaseUrl, peers: values.peers, quick: values.quick });
    for (const row of measured ?? []) {
      rows.push(row);
      console.log(describeRow(row));
    }
  }
  // Only a whole and careful run is worth keeping.
  if (values.quick || values.only !== undefined) return;
  const report = { measured_at: new Date().toISOString(), machine: await describeMachine(databaseUrl), rows };
  await writeFile(OUTPUT, `${JSON.stringify(report, null, 2)}\n`);
});
