import { Client, type Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fixture } from '#events/testing/fixture.ts';
import { createTestDatabase } from '../../testing/database.ts';
import { quickest } from '../../testing/quickest.ts';
import { held, write } from '../contract/sample-events.ts';
import { type EventLog, LogExhausted } from '../log.ts';
import { openPool } from './open-pool.ts';
import { logMigrations, postgresLog } from './postgres-log.ts';

const LOG_LOCK = 7420002;

describe('a log that can do nothing for a while', () => {
  let pool: Pool;
  let log: EventLog;
  let other: Client;

  const database = fixture(() => createTestDatabase([logMigrations]));
  beforeAll(async () => {
    pool = openPool({ connectionString: database.url, max: 4, statement_timeout: 300 });
    log = postgresLog(pool);
    other = new Client({ connectionString: database.url });
    await other.connect();
  });
  afterAll(async () => {
    await log.close();
    await pool.end();
    await other.end();
  });

  const flushes = async (): Promise<number> => {
    const { rows } = await other.query('SELECT count(*)::int AS tries FROM tries');
    return rows[0].tries;
  };

  test('a lock that others hold too long is not blamed on an append or turn', async () => {
    await other.query(`SELECT pg_advisory_lock(${LOG_LOCK})`);
    const measure = async () => {
      const began = performance.now();
      const appends = Array.from({ length: 5 }, (_, n) => log.append([write(`stock-${n}`, 'any', held())]));
      const turn = log.exclusively(() => Promise.resolve());
      for (const one of await Promise.allSettled<unknown>([...appends, turn]))
        expect(one).toMatchObject({ status: 'rejected', reason: { name: 'LogExhausted' } });
      return performance.now() - began;
    };
    // In sequence they would take five times as long.
    expect(await quickest(1_200, measure)).toBeLessThan(1_200);
    await other.query(`SELECT pg_advisory_unlock(${LOG_LOCK})`);
    expect(await log.append([write('stock-0', 'no_stream', held())])).toMatchObject({ ok: true });
    expect(await log.exclusively(() => Promise.resolve('goes on'))).toBe('goes on');
  });

  test.each([
    ['a full disk', '53100', LogExhausted],
    ['no memory', '53200', LogExhausted],
    ['a fault of the disk', '58030', LogExhausted],
  ])('%s is blamed on no single append: they are not tried one by one', async (_, code, kind) => {
    // A rollback undoes a count in a transaction, but not a sequence.
    await other.query(`CREATE SEQUENCE tried; CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN PERFORM nextval('tried'); RAISE EXCEPTION 'no room' USING ERRCODE = '${code}'; END $$;
      CREATE TRIGGER failing BEFORE INSERT ON log.events FOR EACH STATEMENT EXECUTE FUNCTION fail();
      CREATE VIEW tries AS SELECT generate_series(1, CASE WHEN is_called THEN last_value ELSE 0 END) FROM tried`);
    const appends = Array.from({ length: 5 }, (_, n) => log.append([write(`stock-full${n}`, 'any', held())]));
    const results = await Promise.allSettled(appends);
    expect(results.map((one) => one.status === 'rejected' && one.reason instanceof kind)).toEqual(
      results.map(() => true),
    );
    expect(await flushes()).toBe(1);
    await other.query(
      'DROP TRIGGER failing ON log.events; DROP FUNCTION fail; DROP VIEW tries; DROP SEQUENCE tried',
    );
  });

  test('negative control: after an error of one append, all are tried separately and only that one fails', async () => {
    const wrong = { ...held(), data: { text: '\u0000' } };
    await other.query(`ALTER TABLE log.events ADD CONSTRAINT no_such CHECK (stream <> 'stock-refused')`);
    const [refused, taken] = await Promise.allSettled([
      log.append([write('stock-refused', 'any', wrong)]),
      log.append([write('stock-taken', 'any', held())]),
    ]);
    expect(refused.status === 'rejected' && refused.reason).not.toBeInstanceOf(LogExhausted);
    expect(taken).toMatchObject({ value: { ok: true } });
  });
});
