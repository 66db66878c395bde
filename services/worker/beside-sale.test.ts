import { beforeAll, describe, expect, it } from 'vitest';
import type { EventLog } from '#events/log/log.ts';
import { createTestDatabase } from '#events/testing/database.ts';
import { fixture } from '#events/testing/fixture.ts';
import { quickest } from '#events/testing/quickest.ts';
import { migrate } from '#services/runtime/migrate.ts';
import { allMigrations } from '#services/runtime/migrations.ts';
import {
  type BesideSale,
  type Delays,
  EXPIRING_EACH_SECOND,
  PAYMENT_EVERY_MS,
  workBesideSale,
} from './testing/beside-sale.ts';

const SECONDS = 4;
/** 1,000 on a quiet machine (ops/bench/sharing.ts); other tests run at the same time. */
const MAX_DELAY_MS = 2_000;

/** Appends without a turn: the guard is removed. */
const withoutTurns = (log: EventLog): EventLog => ({ ...log, exclusively: (work) => work(log) });

/** The delay that 99 of 100 stay below. */
const p99 = (delays: readonly number[]): number =>
  delays.toSorted((one, other) => one - other)[Math.floor(delays.length * 0.99)] ?? Number.NaN;

describe('the worker during sales of one SKU by two processes', { timeout: 180_000 }, () => {
  const database = fixture(() => createTestDatabase('whole'));
  beforeAll(() => migrate(database.pool, allMigrations));

  const work = (through?: BesideSale['through']): Promise<Delays> =>
    workBesideSale({ url: database.url, seconds: SECONDS, same: true, ...(through && { through }) });

  it('expires orders of the SKU and records payments in time', async () => {
    const measure = async () => {
      const { expiries, payments, sold } = await work();
      expect(sold.map(({ refused }) => refused)).toEqual([0, 0]);
      expect(expiries).toHaveLength(SECONDS * EXPIRING_EACH_SECOND);
      expect(payments).toHaveLength((SECONDS * 1_000) / PAYMENT_EVERY_MS);
      return Math.max(p99(expiries), p99(payments));
    };
    expect(await quickest(MAX_DELAY_MS, measure)).toBeLessThan(MAX_DELAY_MS);
  });

  it('negative control: without turns it is late', async () => {
    const late = async (): Promise<boolean> => {
      const { expiries, payments } = await work(withoutTurns);
      return p99([...expiries, ...payments]) > MAX_DELAY_MS;
    };
    expect((await late()) || (await late()) || (await late())).toBe(true);
  });
});
