import { expect, test } from 'vitest';
import { fixture } from '#events/testing/fixture.ts';
import { readModelDatabase } from '../testing/database.ts';
import { plansOf } from '../testing/plans.ts';
import { withdrawals } from './projection.ts';
import { withdrawalsListed } from './queries.ts';

const database = fixture(() => readModelDatabase([withdrawals]));

test('a search among many reads indexes, now and as of a position', async () => {
  const { pool } = database;
  await pool.query(
    `INSERT INTO rm.withdrawals (withdrawal_id, user_id, position, amount, withdraw_type, requested_at, status, standing,
       since, disputes)
     SELECT md5(n::text), 'creator-' || n % 2000, n, 100, 1, n, 2, 'paid', n, 0 FROM generate_series(1, 20000) AS n;
     ANALYZE rm.withdrawals`,
  );
  const page = { limit: 20, offset: 0 };
  // The id of 4.
  const search = { withdrawal_id: 'a87ff679', users: ['creator-7'] };
  for (const until of [undefined, 20_000]) {
    const found = await withdrawalsListed(pool, { search, until, approved_before: 0, ...page });
    expect(found).toMatchObject({ total_count: 11 });
    const plans = await plansOf(pool, (queries) =>
      withdrawalsListed(queries, { search, until, approved_before: 0, ...page }),
    );
    for (const plan of plans) {
      expect(plan).toContain('withdrawals_pkey');
      expect(plan).toContain('withdrawals_by_creator');
      expect(plan).not.toMatch(/Seq Scan on (.*\.)?withdrawals/);
    }
  }
});

test('an id is found by its beginning from 6 characters on', async () => {
  const count = async (withdrawal_id: string) =>
    (
      await withdrawalsListed(database.pool, {
        search: { withdrawal_id, users: [] },
        approved_before: 0,
        limit: 20,
        offset: 0,
      })
    ).total_count;
  expect(await count('a87ff6')).toBe(1);
  expect(await count('a87ff')).toBe(0);
  expect(await count('a87ff679a2f3e71d9181a67b7542122c')).toBe(1);
  expect(await count('a87ff679a2f3e71d9181a67b7542122c0')).toBe(0);
});
