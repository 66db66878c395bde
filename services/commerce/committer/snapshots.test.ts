import { expect, test } from 'vitest';
import { logMigrations } from '#events/log/postgres/postgres-log.ts';
import { createTestDatabase } from '#events/testing/database.ts';
import type { Folded } from '../engine/stream-kind.ts';
import { postgresSnapshots } from './snapshots.ts';

const folded = (state: object, version: number): Folded => ({ state, version, position: version + 1 });

test('many states are saved together, but none above the limit of a snapshot', async ({ onTestFinished }) => {
  const database = await createTestDatabase([logMigrations, new URL('../migrations/', import.meta.url)]);
  onTestFinished(() => database.drop());
  const snapshots = postgresSnapshots(database.pool);
  const small = Array.from({ length: 40 }, (_, at): [string, Folded] => [
    `bundle-${at}`,
    folded({ text: 'x'.repeat(100_000) }, 600 + at),
  ]);
  // Characters of three bytes each: fewer characters than the bound has bytes.
  const large = folded({ text: '好'.repeat(3_000_000) }, 700);
  const before = folded({ text: 'small' }, 500);
  await snapshots.save(new Map([['balance-a', before]]));
  await snapshots.save(new Map([...small.slice(0, 20), ['balance-a', large], ...small.slice(20)]));
  const names = [...small.map(([stream]) => stream), 'balance-a', 'balance-unknown'];
  expect(await snapshots.load(names)).toEqual(new Map([...small, ['balance-a', before]]));
});
