import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { held, idsOf, write } from '../contract/sample-events.ts';
import { AppendOutcomeUnknown, type EventLog, LogUnreachable } from '../log.ts';
import { logMigrations, postgresLog } from './postgres-log.ts';

const LOG_LOCK = 7420002;

/** Repeats lost queries, as callers do. Several connections of the pool can be broken without notice. */
async function untilReached<Result>(ask: () => Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof AppendOutcomeUnknown || error instanceof LogUnreachable)) throw error;
    }
  }
}

describe('a connection that breaks', () => {
  let database: TestDatabase;
  let log: EventLog;
  let stopper: Client;

  beforeAll(async () => {
    database = await createTestDatabase([logMigrations]);
    log = postgresLog(database.url, { safetyPollMs: 100 });
    stopper = new Client({ connectionString: database.url });
    await stopper.connect();
  });
  afterAll(async () => {
    await log.close();
    await stopper.end();
    await database.drop();
  });

  /** Ends every other connection to this database, as a restart of the server does. */
  const endConnections = (): Promise<unknown> =>
    stopper.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid()`);

  const appendsThatWait = async (): Promise<number> => {
    const { rows } = await stopper.query(
      `SELECT count(*)::int AS n FROM pg_locks WHERE locktype = 'advisory' AND NOT granted AND objid = ${LOG_LOCK}
         AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    );
    return rows[0].n;
  };

  test('in the middle of an append: the outcome is unknown; a repetition is written once', async () => {
    const writes = [write('stock-cut', 'no_stream', held(), held())];
    await stopper.query(`SELECT pg_advisory_lock(${LOG_LOCK})`);
    const cut = expect(log.append(writes)).rejects.toBeInstanceOf(AppendOutcomeUnknown);
    await expect.poll(appendsThatWait).toBe(1);
    await endConnections();
    await cut;
    await stopper.query(`SELECT pg_advisory_unlock(${LOG_LOCK})`);
    expect(await log.append(writes)).toMatchObject({ ok: true, repeated: false });
    expect(await log.append(writes)).toMatchObject({ ok: true, repeated: true });
    expect(await log.readStream('stock-cut')).toHaveLength(2);
  });

  test('after the commit, before the answer: a repetition returns the first result', async () => {
    const writes = [write('stock-answered', 'no_stream', held())];
    const first = await log.append(writes);
    await endConnections();
    const again = await untilReached(() => log.append(writes));
    expect(again).toEqual({ ...first, repeated: true });
  });

  test('repeatedly during many appends: each event is written once', async () => {
    const appendOn = async (stream: string): Promise<string[]> => {
      const ids: string[] = [];
      for (let version = -1; version < 20; version += 1) {
        const writes = [write(stream, version < 0 ? 'no_stream' : version, held())];
        const result = await untilReached(() => log.append(writes));
        expect(result).toMatchObject({ ok: true, versions: [version + 1] });
        ids.push(...writes.flatMap(({ events }) => idsOf(events)));
      }
      return ids;
    };
    const streams = Array.from({ length: 8 }, (_, at) => `stock-storm${at}`);
    let appending = true;
    const written = Promise.all(streams.map(appendOn)).finally(() => {
      appending = false;
    });
    let cuts = 0;
    while (appending && cuts < 200) {
      await endConnections();
      cuts += 1;
    }
    const ids = await written;
    expect(cuts).toBeGreaterThan(1);
    for (const [at, stream] of streams.entries())
      expect(idsOf(await untilReached(() => log.readStream(stream)))).toEqual(ids[at]);
  });

  test('a tail continues at its position', async () => {
    const ending = new AbortController();
    const before = await untilReached(() => log.head());
    const pages = log.tail(before, { limit: 10, signal: ending.signal })[Symbol.asyncIterator]();
    const next = pages.next();
    await endConnections();
    const event = held();
    const writes = [write('stock-tailed', 'no_stream', event)];
    await untilReached(() => log.append(writes));
    expect((await next).value.events).toMatchObject([{ id: event.id, position: before + 1 }]);
    ending.abort();
    expect(await pages.next()).toEqual({ done: true, value: undefined });
  });
});
