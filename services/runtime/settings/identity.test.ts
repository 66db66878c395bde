import type { Pool } from 'pg';
import { afterEach, expect, test } from 'vitest';
import { createTestDatabase } from '#events/testing/database.ts';
import { fixture } from '#events/testing/fixture.ts';
import { type Facts, readIdentity, recordFacts } from './identity.ts';

const database = fixture(() => createTestDatabase('whole'));
afterEach(() => database.pool.query('TRUNCATE runtime.identity'));

const TRANSACTION = ['BEGIN', 'COMMIT', 'ROLLBACK'];

/** Each statement commits by itself. */
const withoutTransactions = (pool: Pool) =>
  ({
    connect: async () => ({
      query: async (query: string | { text: string }, values?: unknown[]) =>
        TRANSACTION.includes(typeof query === 'string' ? query : query.text)
          ? undefined
          : pool.query(query, values),
      release: () => undefined,
    }),
    options: pool.options,
  }) as unknown as Pool;

const ROUNDS = 20;

/** Two servers of different versions start for the first time. @returns in how many rounds the loser left facts */
async function leftovers(pool: Pool): Promise<number> {
  let count = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    await database.pool.query('TRUNCATE runtime.identity');
    const starts: Facts[] = [
      { ZONE: 'UTC', FIRST: '1' },
      { ZONE: 'Asia/Tokyo', SECOND: '1' },
    ];
    const results = await Promise.allSettled(starts.map((facts) => recordFacts(pool, facts)));
    const winner = results.findIndex(({ status }) => status === 'fulfilled');
    expect(results[1 - winner]).toMatchObject({ reason: { message: expect.stringContaining('ZONE is') } });
    if (Object.keys(await readIdentity(database.pool)).length !== 2) count += 1;
    else expect(await readIdentity(database.pool)).toEqual(starts[winner]);
  }
  return count;
}

test('of two first starts one records, and nothing of the other', async () => {
  expect(await leftovers(database.pool)).toBe(0);
});

test('control: without the transaction the other leaves facts behind', async () => {
  expect(await leftovers(withoutTransactions(database.pool))).toBeGreaterThan(0);
});
