import type { EventData } from '@eventstore/db-client';
import { beforeAll, expect, test } from 'vitest';
import { held, write } from '#events/log/contract/sample-events.ts';
import { mirroredAfter } from '#events/log/eventstoredb/mirror.ts';
import { eventOf, type Row } from '#events/log/eventstoredb/rows.ts';
import { startEventStoreServer } from '#events/log/eventstoredb/testing/event-store-server.ts';
import type { StoredStreams } from '#events/log/eventstoredb/testing/stored-streams.ts';
import { postgresLog } from '#events/log/postgres/postgres-log.ts';
import { createTestDatabase } from '#events/testing/database.ts';
import { fixture, temporaryFolder } from '#events/testing/fixture.ts';
import { startServer } from '#ops/testing/run-server.ts';

const folder = temporaryFolder();
const database = fixture(() => createTestDatabase('whole'));
let rows: Row[];
beforeAll(async () => {
  const log = postgresLog(database.pool);
  await log.append([write('stock-a', 'no_stream', held(), held(), held())]);
  await log.close();
  rows = await mirroredAfter(database.pool, 0);
});

const bytes = (value: unknown) => Buffer.from(JSON.stringify(value));

/** Writes to EventStoreDB as the client does. */
function put(
  store: StoredStreams,
  events: readonly (Pick<EventData, 'type' | 'data'> & Partial<EventData>)[],
  stream = 'fanwatt',
): void {
  for (const { id = '', type, data, metadata } of events) {
    const system = Object.entries({ type, 'content-type': 'application/json' });
    store.append(stream, 'any', [{ id, system, data: bytes(data), metadata: bytes(metadata ?? {}) }]);
  }
}

const other = (row: Row): Row => ({
  ...row,
  id: row.id.replace(/^./, (digit) => (digit === '0' ? '1' : '0')),
});

const problems: readonly (readonly [string, string | null, (store: StoredStreams) => void, RegExp])[] = [
  ['is too old', '22.10.5', () => undefined, /has version 22\.10\.5; 23\.10 or newer is needed/],
  [
    'refuses to write',
    '23.10.0',
    (store) => {
      store.readOnly = true;
    },
    /the user may not read and write the stream fanwatt/,
  ],
  [
    'has a truncated stream',
    '23.10.0',
    (store) => {
      put(store, rows.map(eventOf));
      put(store, [{ type: '$metadata', data: { $tb: 1 } }], '$$fanwatt');
    },
    /the stream fanwatt has truncateBefore set: remove it/,
  ],
  [
    'has events of another program',
    '23.10.0',
    (store) =>
      put(
        store,
        rows.map((row) => eventOf({ ...row, stream: 5 as never })),
      ),
    /event 0 of the stream fanwatt is not of Fanwatt/,
  ],
  [
    'is empty, and the database is not',
    '23.10.0',
    () => undefined,
    /the tables have 3 events, EventStoreDB has 0 of them: copy the others with npm run log -- copy-to-eventstore/,
  ],
  [
    'is behind the database',
    '23.10.0',
    (store) => put(store, rows.slice(0, 2).map(eventOf)),
    /the tables have 3 events, EventStoreDB has 2 of them: copy the others/,
  ],
  [
    'has another past',
    '23.10.0',
    (store) => put(store, rows.map(other).map(eventOf)),
    /event 3 of the tables is another one in EventStoreDB: restore both from backups of one time/,
  ],
];

test.each(problems)(
  'npm start ends with one line when EventStoreDB %s',
  async (_, version, prepare, line) => {
    const store = await startEventStoreServer(version);
    prepare(store.store);
    const env = { DATA_DIR: folder.path, DATABASE_URL: database.url, SANDBOX: '1', EVENT_LOG: store.url };
    const server = await startServer(env, true);
    expect(await server.ended).toBe(1);
    expect(server.said().trim()).toMatch(new RegExp(`^EVENT_LOG: .*${line.source}[^\n]*$`));
    store.close();
  },
);
