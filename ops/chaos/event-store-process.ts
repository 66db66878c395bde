/**
 * The stand-in of EventStoreDB as a process, at PORT. Each append is in FILE before its answer, and is read from there
 * at the next start. SIGUSR2 breaks all connections.
 */
import { closeSync, existsSync, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs';
import { startEventStoreServer } from '#events/log/eventstoredb/testing/event-store-server.ts';
import type { Stored } from '#events/log/eventstoredb/testing/stored-streams.ts';
import { silentRelay } from '#events/testing/silent-relay.ts';

interface Line {
  stream: string;
  events: (Pick<Stored, 'id' | 'system'> & { data: string; metadata: string })[];
}

const { PORT, FILE = '' } = process.env;
const server = await startEventStoreServer();
const text = existsSync(FILE) ? readFileSync(FILE, 'utf8') : '';
// A line without an end was not acknowledged.
const whole = text.slice(0, text.lastIndexOf('\n') + 1);
for (const line of whole.split('\n').slice(0, -1)) {
  const { stream, events } = JSON.parse(line) as Line;
  const bytes = (base64: string) => Buffer.from(base64, 'base64');
  server.store.append(
    stream,
    'any',
    events.map((event) => ({ ...event, data: bytes(event.data), metadata: bytes(event.metadata) })),
  );
}

const file = openSync(FILE, 'a');
ftruncateSync(file, Buffer.byteLength(whole));
server.store.written.on('written', (stored) => {
  const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');
  const events = stored.map(({ id, system, data, metadata }) => ({
    ...{ id, system, data: base64(data), metadata: base64(metadata) },
  }));
  writeSync(file, `${JSON.stringify({ stream: stored[0]?.stream ?? '', events } satisfies Line)}\n`);
});

const relay = await silentRelay(server.url, Number(PORT));
process.on('SIGUSR2', () => relay.cut());
process.once('SIGTERM', () => {
  relay.close();
  server.close();
  closeSync(file);
  process.exit(0);
});
