import { afterAll, beforeAll } from 'vitest';
import type { RecordedEvent } from '#events/envelope.ts';
import type { SkuId } from '#events/ids.ts';
import type { EventLog } from '#events/log/log.ts';
import { logMigrations, postgresLog } from '#events/log/postgres/postgres-log.ts';
import { stockStream } from '#events/stream-names.ts';
import { createTestDatabase, type TestDatabase } from '#events/testing/database.ts';
import type { Committer } from '../engine/command.ts';
import { type CommitterOptions, type RunningCommitter, startCommitter } from '../engine/committer.ts';
import { sku } from './stock-commands.ts';

const NOW = 1_750_000_000_000;

/** Committers on one log, in a database of the test file's own. Call it inside `describe`. */
export interface TestCommitters {
  readonly database: TestDatabase;
  readonly log: EventLog;
  /** All that were started, in this order; they are closed at the end. */
  readonly started: readonly RunningCommitter[];
  start(options?: Partial<CommitterOptions>): RunningCommitter;
  /** Of which nothing is known yet. */
  newSku(): SkuId;
  /** Units held, as a committer sees them. */
  held(committer: Committer, of: SkuId): Promise<number>;
  /** The log's counts of a SKU. */
  logged(of: SkuId): Promise<readonly RecordedEvent[]>;
}

/** Takes what another process wrote under the same ids for this one's own: a guard taken out. */
export const trusting = (log: EventLog): EventLog => ({
  ...log,
  async append(...asked) {
    const result = await log.append(...asked);
    return result.ok ? { ...result, repeated: false } : result;
  },
});

export function testCommitters(): TestCommitters {
  let database: TestDatabase;
  let log: EventLog;
  const started: RunningCommitter[] = [];
  let skus = 0;

  beforeAll(async () => {
    database = await createTestDatabase([logMigrations, new URL('../migrations/', import.meta.url)]);
    log = postgresLog(database.url);
  });
  afterAll(async () => {
    for (const committer of started) await committer.close();
    await log.close();
    await database.drop();
  });

  return {
    get database() {
      return database;
    },
    get log() {
      return log;
    },
    started,
    start(options = {}) {
      const committer = startCommitter({ log, clock: { now: () => NOW }, pool: database.pool, ...options });
      started.push(committer);
      return committer;
    },
    newSku() {
      skus += 1;
      return sku(`sku${skus}`);
    },
    held: (committer, of) =>
      committer.read([stockStream(of)], (states) => states.get('stock', stockStream(of)).held),
    logged: (of) => log.readStream(stockStream(of)),
  };
}
