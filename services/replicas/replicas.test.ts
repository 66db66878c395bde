import { describe, expect, test, vi } from 'vitest';
import { createTestDatabase } from '#events/testing/database.ts';
import { fixture } from '#events/testing/fixture.ts';
import { openReplicas } from './replicas.ts';
import { openSharedCounts } from './shared-counts.ts';

const database = fixture(() => createTestDatabase('whole'));
const SOON = { timeout: 20_000, interval: 20 };

test('processes see each other; one that ends, is silent or is doubted is not among them', async () => {
  const [one, two] = [openReplicas(database.pool), openReplicas(database.pool)];
  await one.join('127.0.0.1:1');
  expect(one.others()).toEqual([]);
  await two.join('127.0.0.1:2');
  expect(two.others()).toEqual([{ instance: one.instance, address: '127.0.0.1:1' }]);
  await vi.waitFor(() => expect(one.others()).toHaveLength(1), SOON);
  two.doubt(one.instance);
  expect(two.others()).toEqual([]);
  await vi.waitFor(() => expect(two.others()).toHaveLength(1), SOON);

  await one.close();
  expect(one.others()).toEqual([]);
  await vi.waitFor(() => expect(two.others()).toEqual([]), SOON);

  // A process that was killed or stopped leaves a row without beats.
  await database.pool.query(
    `INSERT INTO runtime.api_processes (instance, address, machine, beat_at)
     SELECT 'killed', '10.0.0.9:1', 'there', now() - interval '4 s' UNION ALL
     SELECT 'elsewhere', '10.0.0.8:1', 'there', now() + interval '1 hour' UNION ALL
     SELECT 'unreachable', '127.0.0.1:3', 'there', now() + interval '1 hour'`,
  );
  await vi.waitFor(() => expect(two.others().map(({ instance }) => instance)).toEqual(['elsewhere']), SOON);

  // A wall clock that jumps changes nothing; a database that does not answer ends the own lease.
  const clock = vi.spyOn(Date, 'now').mockReturnValue(0);
  expect(Math.abs(two.now() - performance.timeOrigin - performance.now())).toBeLessThan(3_600_000);
  expect(two.others()).toHaveLength(1);
  clock.mockRestore();
  const silent = vi.spyOn(database.pool, 'query').mockImplementation(() => Promise.reject(new Error('away')));
  await vi.waitFor(() => expect(two.others()).toEqual([]), SOON);
  silent.mockRestore();
  await vi.waitFor(() => expect(two.others()).toHaveLength(1), SOON);
  await two.close();
});

test('a beat that waited for the database does not set the clock', async () => {
  let waited_ms = 0;
  const query = vi.fn(async () => {
    const now = performance.now() + waited_ms;
    await new Promise((resolve) => setTimeout(resolve, waited_ms));
    return { rows: [{ others: [], now }] };
  });
  const replicas = openReplicas({ query } as never);
  await replicas.join('127.0.0.1:1');
  expect(Math.abs(replicas.now() - performance.now())).toBeLessThan(250);
  waited_ms = 600;
  await vi.waitFor(() => expect(query).toHaveBeenCalledTimes(3), SOON);
  expect(Math.abs(replicas.now() - performance.now())).toBeLessThan(250);
  await replicas.close();
});

test('counts are shared, end with their window, and continue alone without the database', async () => {
  const others = vi.fn(() => [{ instance: 'other', address: '' }]);
  const [one, two] = [0, 1].map(() => openSharedCounts(database.pool, { others }));
  const countAt = async (of = one, by = 1, windowMs = 60_000) =>
    (await of?.exactly('key', by, windowMs))?.count;
  expect(await Promise.all([countAt(), countAt(), countAt()])).toEqual([1, 2, 3]);
  expect(await countAt(two)).toBe(4);
  expect(await countAt(one, -2)).toBe(2);
  one?.roughly('rough', 5, 60_000);
  await vi.waitFor(async () => expect(two?.roughly('rough', 1, 60_000).count).toBeGreaterThan(5), SOON);

  const silent = vi.spyOn(database.pool, 'query').mockImplementation(() => Promise.reject(new Error('away')));
  expect(await countAt()).toBe(3);
  silent.mockRestore();
  expect(await countAt(two)).toBe(3);
  expect(await countAt()).toBe(5);

  expect((await one?.exactly('short', 9, 50))?.ttl).toBeLessThanOrEqual(50);
  await vi.waitFor(async () => expect((await two?.exactly('short', 1, 50))?.count).toBe(1), SOON);
  for (const counts of [one, two]) await counts?.close();
});

test('a process alone writes nothing', async () => {
  const alone = openSharedCounts(database.pool, { others: () => [] });
  const queries = vi.spyOn(database.pool, 'query');
  expect((await alone.exactly('alone', 1, 60_000)).count).toBe(1);
  expect((await alone.exactly('alone', 1, 60_000)).count).toBe(2);
  expect(queries).not.toHaveBeenCalled();
  queries.mockRestore();
  await alone.close();
});

describe('a flood of keys', () => {
  const FLOOD = 6_000;
  const alone = () => openSharedCounts(database.pool, { others: () => [] });

  test('does not affect counts of other purposes, and removes its own oldest ones', async () => {
    const counts = alone();
    await counts.exactly('sign-ins 192.0.2.1', 20, 60_000);
    for (let n = 0; n < FLOOD; n += 1) {
      counts.roughly(`address ${n}`, 1, 60_000);
      await counts.exactly(`guesses ${n}`, 1, 60_000);
    }
    expect((await counts.exactly('sign-ins 192.0.2.1', 1, 60_000)).count).toBe(21);
    expect(counts.roughly('address 0', 1, 60_000).count).toBe(1);
    expect(counts.roughly(`address ${FLOOD - 1}`, 1, 60_000).count).toBe(2);
    await counts.close();
  });

  test('of long keys is bounded in bytes, too', async () => {
    const counts = alone();
    const key = (n: number) => `address ${n} `.padEnd(1_000, 'x');
    for (let n = 0; n < 3_000; n += 1) counts.roughly(key(n), 1, 60_000);
    expect(counts.roughly(key(0), 1, 60_000).count).toBe(1);
    expect(counts.roughly(key(2_999), 1, 60_000).count).toBe(2);
    await counts.close();
  });

  test('negative control: of the same purpose it removes counts', async () => {
    const counts = alone();
    await counts.exactly('sign-ins 192.0.2.1', 20, 60_000);
    for (let n = 0; n < FLOOD; n += 1) await counts.exactly(`sign-ins ${n}`, 1, 60_000);
    expect((await counts.exactly('sign-ins 192.0.2.1', 1, 60_000)).count).toBe(1);
    await counts.close();
  });
});
