import { expect, test } from 'vitest';
import { fixture } from '#events/testing/fixture.ts';
import { readModelDatabase } from '../../testing/database.ts';
import { newestSponsors } from './queries.ts';

const database = fixture(readModelDatabase);
const MANY = 200_000;

/** Blocks that a page reads, whichever page it is. */
async function blocksOf(creator: string, offset: number): Promise<number> {
  const { rows } = await database.pool.query<{ 'QUERY PLAN': { Plan: Record<string, number> }[] }>(
    `EXPLAIN (ANALYZE, BUFFERS, FORMAT json)
     SELECT user_id FROM rm.sponsors
      WHERE creator_id = $1 AND number <= (SELECT sponsors FROM rm.sponsor_counts WHERE creator_id = $1) - $2::int
      ORDER BY number DESC LIMIT 100`,
    [creator, offset],
  );
  const plan = rows[0]?.['QUERY PLAN'][0]?.Plan ?? {};
  return (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0);
}

test('every page of the newest sponsors costs the same, with few and with many', async () => {
  for (const [creator, count] of [
    ['few', 2_000],
    ['many', MANY],
  ] as const) {
    await database.pool.query(
      `INSERT INTO rm.sponsors (creator_id, user_id, paid_amount, refunded_amount, order_count, imported_count,
                                first_paid_at, last_paid_at, number)
       SELECT $1, $1 || n, 100, 0, 5, 0, n, n, n FROM generate_series(1, $2::int) AS n`,
      [creator, count],
    );
    await database.pool.query('INSERT INTO rm.sponsor_counts (creator_id, sponsors) VALUES ($1, $2)', [
      creator,
      count,
    ]);
  }
  await database.pool.query('ANALYZE');
  const few = await blocksOf('few', 0);
  for (const offset of [0, MANY / 2, MANY - 100]) {
    expect(await blocksOf('many', offset)).toBeLessThan(few + 50);
  }
  const page = await newestSponsors(database.pool, { creator_id: 'many', limit: 2, offset: MANY - 2 });
  expect(page).toMatchObject({ total_count: MANY, list: [{ user_id: 'many2' }, { user_id: 'many1' }] });
});
