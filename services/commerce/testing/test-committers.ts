import { afterAll, beforeAll } from 'vitest';
import type { CreatorId, OutTradeNo, PlanId, SkuId } from '#events/ids.ts';
import type { EventLog } from '#events/log/log.ts';
import { logMigrations, postgresLog } from '#events/log/postgres/postgres-log.ts';
import type { RecordedEvent } from '#events/recorded-event.ts';
import { stockStream } from '#events/stream-names.ts';
import { createTestDatabase, type TestDatabase } from '#events/testing/database.ts';
import {
  type CommitterOptions,
  type RunningCommitter,
  startCommitter,
} from '#services/commerce/committer/committer.ts';
import { accept, type Command, type Committer, type Decided, refuse } from '../engine/command.ts';
import { canHold, stockKind } from '../stock/stock.ts';

const NOW = 1_750_000_000_000;
const CREATOR = 'creator' as CreatorId;
const sku = (name: string): SkuId => name as SkuId;

const decided = (sku_id: SkuId, event: Decided['event']): Decided => ({
  stream: stockStream(sku_id),
  event,
  creator_id: CREATOR,
});

export const heldEvent = (sku_id: SkuId, order: string, count = 1): Decided =>
  decided(sku_id, {
    type: 'StockHeld',
    data: { sku_id, out_trade_no: order as OutTradeNo, count, expires_at: 0 },
  });

const releasedEvent = (sku_id: SkuId, count: number): Decided =>
  decided(sku_id, { type: 'StockReleased', data: { sku_id, out_trade_no: 'o' as OutTradeNo, count } });

const about = (name: string, ...skus: SkuId[]) =>
  ({ name, actor: 'process:test', streams: skus.map(stockStream) }) as const;

/** Offers this many units. */
export const offer = (sku_id: SkuId, stock: number): Command<null> => ({
  ...about('offer', sku_id),
  decide: () =>
    accept([decided(sku_id, { type: 'StockSet', data: { sku_id, plan_id: 'plan' as PlanId, stock } })], null),
});

/** Holds units while there are any; answers with how many were held before. */
export const hold = (sku_id: SkuId, order: string, count = 1): Command<number> => ({
  ...about('hold', sku_id),
  decide(states) {
    const stock = states.get(stockKind, stockStream(sku_id));
    if (!canHold(stock, count)) return refuse({ code: 'out_of_stock' });
    return accept([heldEvent(sku_id, order, count)], stock.held);
  },
});

export const release = (sku_id: SkuId, count: number): Command<null> => ({
  ...about('release', sku_id),
  decide: () => accept([releasedEvent(sku_id, count)], null),
});

/** Holds one unit and releases more than there are: its second event cannot be folded. */
export const holdThenFallBelowZero = (sku_id: SkuId): Command<null> => ({
  ...about('hold-then-fall', sku_id),
  decide: () => accept([heldEvent(sku_id, 'broken'), releasedEvent(sku_id, 1_000)], null),
});

/** The same log, and how many events of streams were read through it, in turns too. */
export function countingReads(log: EventLog): { log: EventLog; read(): number } {
  let read = 0;
  const counting = ({ readStreams }: Pick<EventLog, 'readStreams'>): EventLog['readStreams'] =>
    async function counted(...args) {
      const page = await readStreams(...args);
      for (const events of page.events.values()) read += events.length;
      return page;
    };
  return {
    log: {
      ...log,
      readStreams: counting(log),
      exclusively: (work) => log.exclusively((turn) => work({ ...turn, readStreams: counting(turn) })),
    },
    read: () => read,
  };
}

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

/** Treats another process's events with the same ids as its own: the guard is removed. */
export const trusting = (log: EventLog): EventLog => ({
  ...log,
  async append(...args) {
    const result = await log.append(...args);
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
      committer.read([stockStream(of)], (states) => states.get(stockKind, stockStream(of)).held),
    logged: (of) => log.readStream(stockStream(of)),
  };
}
