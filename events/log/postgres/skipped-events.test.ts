import { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { held, write } from '../contract/sample-events.ts';
import type { EventLog } from '../log.ts';
import { logMigrations, postgresLog } from './postgres-log.ts';

const GATE = 4711;

/** Events of the stream `stock-slow` stay uncommitted for as long as someone holds the gate. */
const SLOW_ROWS = `
  CREATE FUNCTION wait_at_gate() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF NEW.stream = 'stock-slow' THEN PERFORM pg_advisory_xact_lock(${GATE}); END IF;
    RETURN NEW;
  END $$;
  CREATE TRIGGER slow_rows AFTER INSERT ON log.events FOR EACH ROW EXECUTE FUNCTION wait_at_gate()`;

/** The append with a sequence instead of the lock: positions are drawn in one order and committed in another. */
async function takeOutTheLock({ pool }: TestDatabase): Promise<void> {
  const { rows } = await pool.query(`SELECT pg_get_functiondef('log.append'::regproc) AS source`);
  let source: string = rows[0].source;
  const replace = (guarded: string, unguarded: string): void => {
    expect(source).toContain(guarded);
    source = source.replace(guarded, unguarded);
  };
  replace('PERFORM pg_advisory_xact_lock(7420002);', '');
  replace('SELECT h.position INTO STRICT head FROM log.head h;', `head := nextval('positions') - 1;`);
  replace('UPDATE log.head SET position = new_head;', '');
  await pool.query(`CREATE SEQUENCE positions; ${source}`);
  // Without the lock no row has the head; a reader uses the rows that it sees.
  await pool.query(`ALTER TABLE log.head RENAME TO partitions;
    CREATE VIEW log.head AS SELECT (SELECT coalesce(max(e.position), 0) FROM log.events e) AS position,
      partition_size, partitioned_through FROM log.partitions`);
}

describe('an event that commits late', () => {
  let database: TestDatabase;
  let gate: Client;
  let slow: EventLog;
  let quick: EventLog;

  beforeEach(async () => {
    database = await createTestDatabase([logMigrations]);
    await database.pool.query(SLOW_ROWS);
    gate = new Client({ connectionString: database.url });
    await gate.connect();
    slow = postgresLog(database.url);
    quick = postgresLog(database.url);
  });
  afterEach(async () => {
    await Promise.all([slow.close(), quick.close(), gate.end()]);
    await database.drop();
  });

  const waitingFor = async (lock: string, backends: number): Promise<void> => {
    const count = `SELECT count(*)::int AS n FROM pg_locks
      WHERE locktype = 'advisory' AND NOT granted AND objid = ${lock}
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
    await expect.poll(async () => (await database.pool.query(count)).rows[0].n).toBe(backends);
  };

  /** Follows the log from its beginning, as a projector does, while `stock-slow` is delayed. */
  async function follow(heldBack: () => Promise<void>): Promise<{ seen: number[]; gaps: unknown[] }> {
    const seen: number[] = [];
    const gaps: unknown[] = [];
    let through = 0;
    const readOn = async (): Promise<void> => {
      const page = await quick.readAll(through, { limit: 100, types: ['StockHeld'] });
      seen.push(...page.events.map(({ position }) => position));
      await quick.readAll(through, { limit: 100 }).catch((error: unknown) => gaps.push(error));
      through = page.through;
    };
    await quick.append([write('stock-before', 'no_stream', held())]);
    await readOn();
    await gate.query(`SELECT pg_advisory_lock(${GATE})`);
    const late = slow.append([write('stock-slow', 'no_stream', held())]);
    await waitingFor(String(GATE), 1);
    const later = [1, 2, 3].map((n) => quick.append([write(`stock-later${n}`, 'no_stream', held())]));
    await heldBack();
    await readOn();
    await gate.query(`SELECT pg_advisory_unlock(${GATE})`);
    await Promise.all([late, ...later]);
    await readOn();
    return { seen, gaps };
  }

  test('is not skipped: later events in the order wait for it', async () => {
    const { seen, gaps } = await follow(() => waitingFor('7420002', 1));
    expect(seen).toEqual([1, 2, 3, 4, 5]);
    expect(gaps).toEqual([]);
  });

  test('negative control: without the lock the same reader skips it, and an unfiltered one cries out', async () => {
    await takeOutTheLock(database);
    const { seen, gaps } = await follow(async () => {
      await expect.poll(() => quick.readStream('stock-later3')).toHaveLength(1);
    });
    expect(seen).toEqual([1, expect.any(Number), expect.any(Number), expect.any(Number)]);
    expect(seen).not.toContain(2);
    expect(gaps).toEqual([expect.objectContaining({ message: expect.stringContaining('gap') })]);
  });
});
