import { randomUUID } from 'node:crypto';
import { type EventData, EventStoreDBClient, jsonEvent } from '@eventstore/db-client';
import type { Pool } from 'pg';
import { beforeAll, describe, expect, test } from 'vitest';
import { fixture } from '#events/testing/fixture.ts';
import { newEventId } from '../../ids.ts';
import { createTestDatabase } from '../../testing/database.ts';
import { held, write } from '../contract/sample-events.ts';
import { logMigrations } from '../postgres/postgres-log.ts';
import { openEventStoreLog } from './event-store-log.ts';
import { mirroredAfter } from './mirror.ts';
import { MAX_APPEND_BYTES } from './require-usable.ts';
import { EventStoreProblem, eventOf, type Row } from './rows.ts';
import { startEventStoreServer } from './testing/event-store-server.ts';
import { storeUnderTest } from './testing/store-under-test.ts';

/** An address where nothing listens: port 1 needs a right that no server of ours has. */
const NOBODY = 'esdb://admin:changeit@127.0.0.1:1?tls=false';

async function refusal(url: string, stream: string, pool: Pool): Promise<string> {
  const error: unknown = await openEventStoreLog(url, pool, { stream }).then(
    (log) => log.close(),
    (reason: unknown) => reason,
  );
  if (!(error instanceof EventStoreProblem)) throw new Error('the start was not refused', { cause: error });
  expect(error.message).not.toContain('\n');
  return error.message;
}

describe('a start', () => {
  const database = fixture(() => createTestDatabase([logMigrations]));

  test('without a server names the address, without the password', async () => {
    const text = await refusal(NOBODY, 'fanwatt', database.pool);
    expect(text).toMatch(/^no EventStoreDB at esdb:\/\/127\.0\.0\.1:1.*: check that it runs$/);
    expect(text).not.toContain('changeit');
  });

  test.each([
    ['22.10.5', /has version 22\.10\.5; 23\.10 or newer is needed/],
    ['23.6.0', /has version 23\.6\.0/],
    [null, /has version unknown/],
  ])('with a server of version %s is refused', async (version, text) => {
    const server = await startEventStoreServer(version);
    expect(await refusal(server.url, 'fanwatt', database.pool)).toMatch(text);
    server.close();
  });

  test.each(['24.2.0', '25.0.1'])('with a server of version %s is not', async (version) => {
    const server = await startEventStoreServer(version);
    await (await openEventStoreLog(server.url, database.pool, { stream: 'fanwatt' })).close();
    server.close();
  });

  test('with a server that refuses to write', async () => {
    const server = await startEventStoreServer();
    server.store.readOnly = true;
    expect(await refusal(server.url, 'fanwatt', database.pool)).toMatch(
      /^the user may not read and write the stream fanwatt$/,
    );
    server.close();
  });
});

describe('a start with a server whose limit of an append', () => {
  const database = fixture(() => createTestDatabase([logMigrations]));

  test.each([40_000, MAX_APPEND_BYTES - 1])(
    'is %i bytes is refused, with the name of the setting',
    async (bytes) => {
      const server = await startEventStoreServer();
      server.store.maxAppendSize = bytes;
      expect(await refusal(server.url, 'fanwatt', database.pool)).toBe(
        `EventStoreDB takes appends of ${bytes} bytes, the log needs ${MAX_APPEND_BYTES}: raise its --max-append-size`,
      );
      server.close();
    },
  );

  test('is enough writes nothing with its probe', async () => {
    const server = await startEventStoreServer();
    server.store.maxAppendSize = MAX_APPEND_BYTES;
    await (await openEventStoreLog(server.url, database.pool, { stream: 'fanwatt' })).close();
    expect(server.store.visible('fanwatt')).toEqual([]);
    server.close();
  });
});

describe('a start on a stream', () => {
  const database = fixture(() => createTestDatabase([logMigrations]));
  const store = fixture(storeUnderTest);
  const client = fixture(() => {
    const client = EventStoreDBClient.connectionString(store.url);
    return { on: client, close: () => client.dispose() };
  });

  /** The refusal of a start on another stream with the events of the log, changed by `change`. */
  async function refusalAfter(change: (stream: string, events: readonly EventData[]) => Promise<unknown>) {
    const stream = `${store.stream}-${randomUUID()}`;
    const rows = await mirroredAfter(database.pool, 0);
    await change(stream, rows.map(eventOf));
    return refusal(store.url, stream, database.pool);
  }

  beforeAll(async () => {
    const log = await openEventStoreLog(store.url, database.pool, { stream: store.stream });
    await log.append([write('stock-a', 'no_stream', held(), held()), write('stock-b', 'no_stream', held())]);
    await log.close();
  });

  test('that has all events continues', async () => {
    const log = await openEventStoreLog(store.url, database.pool, { stream: store.stream });
    expect(await log.head()).toBe(3);
    await log.close();
  });

  test.each([
    ['maxCount', { maxCount: 2 }],
    ['maxAge', { maxAge: 60 }],
    ['truncateBefore', { truncateBefore: 1 }],
  ])('with %s set', async (name, limits) => {
    const text = await refusalAfter(async (stream, events) => {
      await client.on.appendToStream(stream, [...events]);
      await client.on.setStreamMetadata(stream, limits);
    });
    expect(text).toMatch(new RegExp(`has ${name} set: remove it`));
  });

  test('that was deleted', async () => {
    const text = await refusalAfter(async (stream, events) => {
      await client.on.appendToStream(stream, [...events]);
      await client.on.tombstoneStream(stream);
    });
    expect(text).toMatch(/was deleted: restore a backup/);
  });

  test('that lacks events of the tables: a restored backup', async () => {
    const text = await refusalAfter((stream, events) => client.on.appendToStream(stream, events.slice(0, 2)));
    expect(text).toMatch(/the tables have 3 events, EventStoreDB has 2 of them: copy/);
    expect(await refusalAfter(async () => undefined)).toMatch(/EventStoreDB has 0 of them: copy/);
  });

  test('that has other events since a restored backup', async () => {
    const text = await refusalAfter(async (stream, events) => {
      const [row] = await mirroredAfter(database.pool, 2);
      const other = eventOf({ ...(row as Row), id: newEventId() });
      await client.on.appendToStream(stream, [...events.slice(0, 2), other, other]);
    });
    expect(text).toMatch(/event 3 of the tables is another one in EventStoreDB/);
  });

  test('with an event of another program', async () => {
    const text = await refusalAfter((stream, events) =>
      client.on.appendToStream(stream, [...events, jsonEvent({ type: 'Foreign', data: { a: 1 } })]),
    );
    expect(text).toMatch(/^event 3 of the stream .* is not of Fanwatt$/);
  });

  test.each([
    ['data.count', { data: JSON.stringify({ ...held().data, count: '1' }) }],
    ['data', { data: '[]' }],
    ['metadata.at', { metadata: JSON.stringify({ ...held().metadata, at: '1' }) }],
  ])('with an event whose %s is wrong', async (field, change) => {
    const text = await refusalAfter(async (stream, events) => {
      const [row] = await mirroredAfter(database.pool, 2);
      const other = eventOf({ ...(row as Row), version: 1, id: newEventId(), ...change });
      await client.on.appendToStream(stream, [...events, other]);
    });
    expect(text).toContain(` (StockHeld) is not as it was written: ${field}: `);
    expect(text).toMatch(/^event 3 of the stream /);
  });
});
