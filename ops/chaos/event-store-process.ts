/**
 * Three nodes of EventStoreDB's stand-in as one process, at PORTS. Each append is in FILE before its answer, and is read
 * from there at the next start. SIGUSR2 breaks all connections. SIGHUP silences the leader: another one is elected. The
 * silent node returns as if it still led, and then joins the others. ELECTIONS gets a line for this.
 */
import {
  appendFileSync,
  closeSync,
  existsSync,
  ftruncateSync,
  openSync,
  readFileSync,
  writeSync,
} from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { startEventStoreCluster } from '#events/log/eventstoredb/testing/event-store-cluster.ts';
import type { Stored } from '#events/log/eventstoredb/testing/stored-streams.ts';
import type { Election } from './elections.ts';

interface Line {
  stream: string;
  events: (Pick<Stored, 'id' | 'system'> & { data: string; metadata: string })[];
}

/** As a real cluster: others lead after one to two seconds, and a returned leader steps down after two. */
const ELECTED_AFTER_MS = 1_500;
const AWAKE_AFTER_MS = 4_500;
const JOINED_AFTER_MS = 2_000;

const { PORTS = '', FILE = '', ELECTIONS = '' } = process.env;
const cluster = await startEventStoreCluster(PORTS.split(',').map(Number));
const text = existsSync(FILE) ? readFileSync(FILE, 'utf8') : '';
// A line without an end was not acknowledged.
const whole = text.slice(0, text.lastIndexOf('\n') + 1);
/** Events in the file, by stream. */
const written = new Map<string, number>();
for (const line of whole.split('\n').slice(0, -1)) {
  const { stream, events } = JSON.parse(line) as Line;
  const bytes = (base64: string) => Buffer.from(base64, 'base64');
  cluster.leader().server.store.append(
    stream,
    'any',
    events.map((event) => ({ ...event, data: bytes(event.data), metadata: bytes(event.metadata) })),
  );
  written.set(stream, (written.get(stream) ?? 0) + events.length);
}

const file = openSync(FILE, 'a');
ftruncateSync(file, Buffer.byteLength(whole));
for (const { server } of cluster.nodes)
  server.store.written.on('written', (stored) => {
    const stream = stored[0]?.stream ?? '';
    const known = written.get(stream) ?? 0;
    // Each node reports each event, and the first report counts.
    const events = stored.filter(({ revision }) => revision >= known);
    if (events.length === 0) return;
    const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');
    const line = events.map(({ id, system, data, metadata }) => ({
      id,
      system,
      data: base64(data),
      metadata: base64(metadata),
    }));
    writeSync(file, `${JSON.stringify({ stream, events: line } satisfies Line)}\n`);
    written.set(stream, known + events.length);
  });

let electing = false;
async function silenceLeader(): Promise<void> {
  electing = true;
  const old = cluster.leader();
  const next = cluster.nodes.find((node) => node !== old) ?? old;
  const silent_at = Date.now();
  cluster.silence(old);
  await pause(ELECTED_AFTER_MS);
  cluster.elect(next);
  const elected_at = Date.now();
  await pause(AWAKE_AFTER_MS);
  cluster.wake(old);
  await pause(JOINED_AFTER_MS);
  cluster.join(old);
  const election: Election = { silent_at, elected_at, joined_at: Date.now() };
  appendFileSync(ELECTIONS, `${JSON.stringify(election)}\n`);
  electing = false;
}

process.on('SIGHUP', () => {
  if (!electing) void silenceLeader();
});
process.on('SIGUSR2', () => {
  for (const node of cluster.nodes) node.cut();
});
process.once('SIGTERM', () => {
  cluster.close();
  closeSync(file);
  process.exit(0);
});
