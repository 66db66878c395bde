import { describe, expect, test } from 'vitest';
import { newPlanId, newSkuId, newUserId } from '#events/ids.ts';
import { logMigrations, postgresLog } from '#events/log/postgres/postgres-log.ts';
import { stockStream } from '#events/stream-names.ts';
import { createTestDatabase } from '#events/testing/database.ts';
import { fixture } from '#events/testing/fixture.ts';
import { quickest } from '#events/testing/quickest.ts';
import { offerHot, type Sold, sellAtOnce } from '#services/commerce/testing/hot-sku.ts';
import { stockKind } from '../stock/stock.ts';
import { startCommitter } from './committer.ts';

const SECONDS = 2;

describe('processes that decide concurrently on one SKU', { timeout: 120_000 }, () => {
  const database = fixture(() =>
    createTestDatabase([logMigrations, new URL('../migrations/', import.meta.url)]),
  );

  interface Sale {
    sold: Sold[];
    /** Of all that was sold, the part of the one that sold least. */
    smallest: number;
  }

  /** One process for each number of commands in flight. */
  async function sell(turns: boolean, inFlight: readonly number[]): Promise<Sale> {
    const hot = { sku_id: newSkuId(), plan_id: newPlanId(), creator_id: newUserId() };
    const log = postgresLog(database.pool);
    const committer = startCommitter({ log, clock: { now: () => Date.now() }, pool: database.pool });
    await committer.submit(offerHot(hot, null));
    const jobs = inFlight.map((each) => ({
      url: database.url,
      hot,
      inFlight: each,
      seconds: SECONDS,
      turns,
    }));
    const sold = await sellAtOnce(jobs);
    // Every answer is in the log once, and the stream has nothing else.
    const { versions } = await committer.read([stockStream(hot.sku_id)], (states) => ({
      versions: states.versionOf(stockStream(hot.sku_id)),
      held: states.get(stockKind, stockStream(hot.sku_id)).held,
    }));
    expect(versions).toBeGreaterThanOrEqual(sold.reduce((sum, { done }) => sum + done, 0));
    await committer.close();
    await log.close();
    const total = sold.reduce((sum, { done }) => sum + done, 0);
    return { sold, smallest: Math.min(...sold.map(({ done }) => done)) / total };
  }

  test.each([
    { processes: 2, share: 0.35 },
    { processes: 3, share: 0.2 },
  ])('share it, $processes of them: each sells, none of their commands is refused', async (shared) => {
    const { processes, share } = shared;
    const measure = async () => {
      const { sold, smallest } = await sell(true, Array<number>(processes).fill(64));
      expect(sold.map(({ refused }) => refused)).toEqual(Array<number>(processes).fill(0));
      return 1 - smallest;
    };
    expect(await quickest(1 - share, measure)).toBeLessThan(1 - share);
  });

  test('one with a command at a time gets its turn beside a busy one', async () => {
    const measure = async () => {
      const { sold } = await sell(true, [128, 1]);
      expect(sold.map(({ refused }) => refused)).toEqual([0, 0]);
      return sold[1]?.p99 ?? Number.NaN;
    };
    // A turn for each of the other's, and an answer within a few of them.
    expect(await quickest(1_000, measure)).toBeLessThan(1_000);
  });

  test('negative control: in turns that read nothing some wait several times as long', async () => {
    const longest = async (turns: boolean): Promise<number> =>
      Math.max(...(await sell(turns, [128, 128])).sold.map(({ p99 }) => p99));
    let waited = false;
    for (let round = 0; round < 3 && !waited; round += 1) {
      waited = (await longest(false)) > 1.5 * (await longest(true));
    }
    expect(waited).toBe(true);
  });
});
