import { expect, test } from 'vitest';
import { fixture } from '#events/testing/fixture.ts';
import { readModelDatabase } from '../../testing/database.ts';
import { HIDDEN } from './projection.ts';
import { newestSponsors, sortedSponsors } from './queries.ts';

const database = fixture(readModelDatabase);
const MANY = 200_000;

/** Blocks that a page reads, whichever page it is. */
async function blocksOf(creator: string, offset: number): Promise<number> {
  const { rows } = await database.pool.query<{ 'QUERY PLAN': { Plan: Record<string, number> }[] }>(
    `EXPLAIN (ANALYZE, BUFFERS, FORMAT json)
     SELECT user_id FROM rm.sponsors
      WHERE creator_id = $1 AND NOT (${HIDDEN})
        AND number <= (SELECT sponsors FROM rm.sponsor_counts WHERE creator_id = $1) - $2::int
                      + (SELECT count(*) FROM rm.sponsors WHERE creator_id = $1 AND ${HIDDEN})
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
      `INSERT INTO rm.sponsors (creator_id, user_id, paid_amount, refunded_amount, order_count, moved_count, imported_count,
                                first_paid_at, last_paid_at, number)
       SELECT $1, $1 || n, 100, 0, 5, 0, 0, n, n, n FROM generate_series(1, $2::int) AS n`,
      [creator, count],
    );
    await database.pool.query(
      'INSERT INTO rm.sponsor_counts (creator_id, sponsors, numbered) VALUES ($1, $2, $2)',
      [creator, count],
    );
  }
  await database.pool.query('ANALYZE');
  const few = await blocksOf('few', 0);
  for (const offset of [0, MANY / 2, MANY - 100]) {
    expect(await blocksOf('many', offset)).toBeLessThan(few + 50);
  }
  const page = await newestSponsors(database.pool, { creator_id: 'many', limit: 2, offset: MANY - 2 });
  expect(page).toMatchObject({ total_count: MANY, list: [{ user_id: 'many2' }, { user_id: 'many1' }] });
});

test('the whole list is sorted, not a page of it', async () => {
  const { pool } = database;
  const rows = Array.from({ length: 25 }, (_, at) => ({
    user_id: `fan${String(at).padStart(2, '0')}`,
    paid: 1_000 * ((at * 7) % 11),
    refunded: at % 3 === 0 ? 1_000 * ((at * 7) % 11) : 0,
    orders: (at * 5) % 4,
    first: 1_000 * ((at * 3) % 8),
    last: 100_000 + 1_000 * ((at * 11) % 9),
  }));
  await pool.query(
    `INSERT INTO rm.sponsors (creator_id, user_id, paid_amount, refunded_amount, order_count, moved_count, imported_count,
                              first_paid_at, last_paid_at, number)
     SELECT 'sorted', user_id, paid, refunded, orders, 1, 0, "first", "last", row_number() OVER ()
       FROM jsonb_to_recordset($1) AS one (user_id text, paid bigint, refunded bigint, orders int, "first" bigint, "last" bigint)`,
    [JSON.stringify(rows)],
  );
  await pool.query(
    "INSERT INTO rm.sponsor_counts (creator_id, sponsors, numbered) VALUES ('sorted', 25, 25)",
  );
  const values = {
    sum: ({ paid, refunded }: (typeof rows)[number]) => paid - refunded,
    orders: ({ orders }: (typeof rows)[number]) => orders,
    first: ({ first }: (typeof rows)[number]) => first,
    last: ({ last }: (typeof rows)[number]) => last,
  };
  for (const by of ['sum', 'orders', 'first', 'last'] as const) {
    for (const [sort, sign] of [
      [by, 1],
      [`-${by}`, -1],
    ] as const) {
      const plain = rows.toSorted(
        (one, other) =>
          sign * (values[by](one) - values[by](other)) || (one.user_id < other.user_id ? -1 : 1),
      );
      const pages = await Promise.all(
        [0, 10, 20].map((offset) =>
          sortedSponsors[sort].all(pool, { creator_id: 'sorted', limit: 10, offset, through: 25 }),
        ),
      );
      const found = pages.flatMap(({ list }) => list.map(({ user_id }) => user_id));
      expect([sort, found]).toEqual([sort, plain.map(({ user_id }) => user_id)]);
      const few = { creator_id: 'sorted', users: ['fan03', 'fan04', 'fan05'], limit: 10, offset: 0 };
      expect((await sortedSponsors[sort].among(pool, few)).list.map(({ user_id }) => user_id)).toEqual(
        found.filter((user_id) => few.users.includes(user_id)),
      );
    }
  }
});
