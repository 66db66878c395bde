import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fixture } from '#events/testing/fixture.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { logContract } from '../contract/log-contract.ts';
import { held, write } from '../contract/sample-events.ts';
import { logMigrations } from '../postgres/postgres-log.ts';
import { openEventStore } from './event-store.ts';
import { eventStoreLog, openEventStoreLog } from './event-store-log.ts';
import { mirroredAfter } from './mirror.ts';
import { type StoreUnderTest, storeUnderTest } from './testing/store-under-test.ts';

describe('the log in EventStoreDB', () => {
  let database: TestDatabase;
  let store: StoreUnderTest;
  logContract(
    async () => {
      database = await createTestDatabase([logMigrations]);
      store = await storeUnderTest();
      return () => eventStoreLog(openEventStore(store.url, store.stream), database.pool);
    },
    async () => {
      store.close();
      await database.drop();
    },
  );
});

/** Any text that UTF-8 can hold. The library's own takes seconds to list all code points first. */
const anyText = fc
  .array(fc.nat(0x10ffff).filter((point) => point < 0xd800 || point > 0xdfff))
  .map((points) => String.fromCodePoint(...points));

describe('tables made from EventStoreDB alone', () => {
  const first = fixture(() => createTestDatabase([logMigrations]));
  const second = fixture(() => createTestDatabase([logMigrations]));
  const store = fixture(storeUnderTest);

  test('have the same bytes as those that were written first', async () => {
    const { url, stream } = store;
    const log = await openEventStoreLog(url, first.pool, { stream });
    const samples = fc.sample(fc.dictionary(fc.oneof(fc.string(), anyText), fc.jsonValue()), 200);
    for (const [at, data] of samples.entries()) {
      const event = { ...held(), data: { ...data, ...held().data, text: '\u2028 例え \ud800' } };
      expect(await log.append([write(`stock-${at % 7}`, 'any', event, held())])).toMatchObject({ ok: true });
    }
    await log.close();
    const copy = await openEventStoreLog(url, second.pool, { stream });
    const rows = await mirroredAfter(first.pool, 0);
    expect(rows).toHaveLength(2 * samples.length);
    expect(await mirroredAfter(second.pool, 0)).toEqual(rows);
    // And the copy is a log like the first.
    expect(await copy.append([write('stock-0', 'stream_exists', held())])).toMatchObject({
      ok: true,
      position: rows.length + 1,
    });
    await copy.close();
  });
});
