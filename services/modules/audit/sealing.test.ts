import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { newEventId, newSkuId } from '#events/ids.ts';
import { logMigrations, postgresLog } from '#events/log/postgres/postgres-log.ts';
import { stockStream } from '#events/stream-names.ts';
import { createTestDatabase } from '#events/testing/database.ts';
import { ringOf } from '#services/runtime/keys/ring.ts';
import { openSealer } from './seal.ts';
import { sealDue } from './sealing.ts';
import { listSeals, MAX_SEALED } from './seals.ts';

it('seals a full range immediately, and a partial one after a minute', async () => {
  const database = await createTestDatabase([logMigrations, new URL('./migrations/', import.meta.url)]);
  const log = postgresLog(database.pool);
  const clock = { time: 1_780_000_000_000, now: () => clock.time };
  const parts = { pool: database.pool, log, clock, sealer: openSealer(ringOf([randomBytes(32)])) };
  const append = (count: number) => {
    const sku_id = newSkuId();
    const events = Array.from({ length: count }, () => ({
      id: newEventId(),
      type: 'StockSet',
      data: { sku_id, plan_id: 'p', stock: 1 },
      metadata: { creator_id: 'c', actor: 'process:test' as const, at: 1 },
    }));
    return log.append([{ stream: stockStream(sku_id), expected: 'no_stream', events }]);
  };
  const through = async () => {
    const { list } = await listSeals(database.pool, { limit: 1, offset: 0 });
    return list[0]?.last_position ?? 0;
  };

  expect(await sealDue(parts)).toBeUndefined();
  await append(3);
  // The first seal is written without delay.
  expect(await sealDue(parts)).toBeUndefined();
  expect(await through()).toBe(3);
  await append(2);
  expect(await sealDue(parts)).toBe(clock.time + 60_000);
  expect(await through()).toBe(3);
  await append(MAX_SEALED);
  expect(await sealDue(parts)).toBe(clock.time + 60_000);
  expect(await through()).toBe(3 + MAX_SEALED);
  clock.time += 60_000;
  expect(await sealDue(parts)).toBeUndefined();
  expect(await through()).toBe(5 + MAX_SEALED);
  await log.close();
  await database.drop();
});
