import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fixture } from '#events/testing/fixture.ts';
import { createTestDatabase } from '../../testing/database.ts';
import { held, versionsOf, write } from '../contract/sample-events.ts';
import type { EventLog } from '../log.ts';
import { logMigrations, postgresLog } from './postgres-log.ts';

describe('partitions of the log', () => {
  let log: EventLog;

  const database = fixture(() => createTestDatabase([logMigrations]));
  beforeAll(async () => {
    await database.pool.query(`
      ALTER TABLE log.events DETACH PARTITION log.events_from_1;
      DROP TABLE log.events_from_1;
      UPDATE log.head SET partition_size = 10, partitioned_through = 0`);
    log = postgresLog(database.url);
  });
  afterAll(() => log.close());

  const partitions = async (): Promise<number> => {
    const { rows } = await database.pool.query(
      `SELECT count(*)::int AS n FROM pg_inherits WHERE inhparent = 'log.events'::regclass`,
    );
    return rows[0].n;
  };

  test('are made ahead as the log grows, also for an append longer than one', async () => {
    for (let version = -1; version < 40; version += 1) {
      const result = await log.append([
        write('stock-long', version < 0 ? 'no_stream' : version, held()),
        write(`stock-other${version + 1}`, 'no_stream', held()),
      ]);
      expect(result.ok).toBe(true);
    }
    expect(await partitions()).toBeGreaterThan(8);
    await log.append([write('stock-wide', 'no_stream', ...Array.from({ length: 35 }, () => held()))]);
    expect(versionsOf(await log.readStream('stock-long'))).toEqual(Array.from({ length: 41 }, (_, at) => at));
    expect(await log.readStream('stock-wide')).toHaveLength(35);
    expect((await log.readAll(0, { limit: 1_000 })).events).toHaveLength(await log.head());
  });

  test('do not hide a repetition: ids are found in all of them', async () => {
    const events = Array.from({ length: 25 }, () => held());
    const writes = [write('stock-spread', 'no_stream', ...events)];
    const first = await log.append(writes);
    expect(await log.append(writes)).toEqual({ ...first, repeated: true });
    const early = events.slice(0, 1);
    expect(await log.append([write('stock-spread', 24, ...early)])).toMatchObject({
      conflicts: [{ partial_duplicate: true }],
    });
  });

  test('raise on a repeated version or id in a stream, from any writer', async () => {
    const [event] = (await log.readStream('stock-wide')).slice(-1);
    const insert = (version: number, id: string): Promise<unknown> =>
      database.pool.query(
        `INSERT INTO log.events SELECT position + 1, stream, $1, $2, type, schema_version, data, metadata, recorded_at
           FROM log.events WHERE position = $3`,
        [version, id, event?.position],
      );
    const elsewhere = '00000000-0000-7000-8000-000000000000';
    await expect(insert(34, elsewhere)).rejects.toMatchObject({ code: '23505' });
    await expect(insert(35, event?.id ?? '')).rejects.toMatchObject({ code: '23505' });
  });
});
