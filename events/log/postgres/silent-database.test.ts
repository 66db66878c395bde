import type { Pool } from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { quickest } from '../../testing/quickest.ts';
import { type SilentRelay, silentRelay } from '../../testing/silent-relay.ts';
import { held, write } from '../contract/sample-events.ts';
import { AppendOutcomeUnknown, type EventLog, LogUnreachable } from '../log.ts';
import { openPool } from './open-pool.ts';
import { logMigrations, postgresLog } from './postgres-log.ts';

const DEADLINE_MS = 1_000;

describe('a database that falls silent', () => {
  let database: TestDatabase;
  let relay: SilentRelay;
  let pool: Pool;
  let log: EventLog;

  beforeEach(async () => {
    database = await createTestDatabase([logMigrations]);
    relay = await silentRelay(database.url);
    pool = openPool({
      connectionString: relay.url,
      query_timeout: DEADLINE_MS,
      connectionTimeoutMillis: DEADLINE_MS,
    });
    log = postgresLog(pool, { safetyPollMs: 100 });
  });
  afterEach(async () => {
    relay.speakAgain();
    await log.close();
    await pool.end();
    relay.close();
    await database.drop();
  });

  const PROMISE_MS = DEADLINE_MS + 1_000;

  /** Milliseconds until it fails in this way. */
  async function failsWith(
    kind: new (...args: never[]) => Error,
    ask: () => Promise<unknown>,
  ): Promise<number> {
    const began = performance.now();
    expect(await ask().catch((error: unknown) => error)).toBeInstanceOf(kind);
    return performance.now() - began;
  }

  test('under an append: its outcome is unknown, and repeated with the same ids it is written once', async () => {
    const measure = async () => {
      const before = await log.head();
      relay.fallSilent();
      const stream = `stock-silent${before}`;
      const writes = [write(stream, 'no_stream', held(), held())];
      const first = await failsWith(AppendOutcomeUnknown, () => log.append(writes));
      // New connections are not answered either: nothing was sent.
      const again = await failsWith(LogUnreachable, () => log.append(writes));
      relay.speakAgain();
      expect(await log.append(writes)).toMatchObject({ ok: true, position: before + 2 });
      expect(await log.readStream(stream)).toHaveLength(2);
      return Math.max(first, again);
    };
    await log.append([write('stock-first', 'no_stream', held())]);
    expect(await quickest(PROMISE_MS, measure)).toBeLessThan(PROMISE_MS);
  });

  test.each<[string, (log: EventLog) => Promise<unknown>]>([
    ['the head', (of) => of.head()],
    ['a stream', (of) => of.readStream('stock-first')],
    ['the log', (of) => of.readAll(0, { limit: 10 })],
  ])('under a read of %s: the log is unreachable', async (_what, ask) => {
    await log.append([write('stock-first', 'no_stream', held())]);
    const measure = async () => {
      await ask(log);
      relay.fallSilent();
      const took = await failsWith(LogUnreachable, () => ask(log));
      relay.speakAgain();
      await ask(log);
      return took;
    };
    expect(await quickest(PROMISE_MS, measure)).toBeLessThan(PROMISE_MS);
  });
});
