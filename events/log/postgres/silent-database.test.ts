import { Pool } from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { type SilentRelay, silentRelay } from '../../testing/silent-relay.ts';
import { held, write } from '../contract/sample-events.ts';
import { AppendOutcomeUnknown, type EventLog, LogUnreachable } from '../log.ts';
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
    pool = new Pool({
      connectionString: relay.url,
      query_timeout: DEADLINE_MS,
      connectionTimeoutMillis: DEADLINE_MS,
    });
    pool.on('error', () => undefined);
    log = postgresLog(pool, { safetyPollMs: 100 });
  });
  afterEach(async () => {
    relay.speakAgain();
    await log.close();
    await pool.end();
    relay.close();
    await database.drop();
  });

  async function within<Result>(ask: () => Promise<Result>): Promise<unknown> {
    const began = performance.now();
    const answer = await ask().catch((error: unknown) => error);
    expect(performance.now() - began).toBeLessThan(DEADLINE_MS + 1_000);
    return answer;
  }

  test('under an append: its outcome is unknown, and repeated with the same ids it is written once', async () => {
    await log.append([write('stock-first', 'no_stream', held())]);
    relay.fallSilent();
    const writes = [write('stock-silent', 'no_stream', held(), held())];
    expect(await within(() => log.append(writes))).toBeInstanceOf(AppendOutcomeUnknown);
    // New connections are not answered either: nothing was sent.
    expect(await within(() => log.append(writes))).toBeInstanceOf(LogUnreachable);
    relay.speakAgain();
    expect(await log.append(writes)).toMatchObject({ ok: true, position: 3 });
    expect(await log.readStream('stock-silent')).toHaveLength(2);
  });

  test.each<[string, (log: EventLog) => Promise<unknown>]>([
    ['the head', (of) => of.head()],
    ['a stream', (of) => of.readStream('stock-first')],
    ['the log', (of) => of.readAll(0, { limit: 10 })],
  ])('under a read of %s: the log is unreachable', async (_what, ask) => {
    await log.append([write('stock-first', 'no_stream', held())]);
    relay.fallSilent();
    expect(await within(() => ask(log))).toBeInstanceOf(LogUnreachable);
    relay.speakAgain();
    await ask(log);
  });
});
