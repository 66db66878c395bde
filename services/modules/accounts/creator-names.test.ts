import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fixture } from '#events/testing/fixture.ts';
import { startTestApi } from '#services/api/testing/test-api.ts';

const api = fixture(() => startTestApi({ projections: false }));

const ALPHABET = [..."猫狐画ＡａÉe9 '%_\n"];
const words = (most: number) =>
  fc.array(fc.constantFrom(...ALPHABET), { maxLength: most }).map((letters) => letters.join(''));
const change = fc.oneof(
  fc.record({ who: fc.nat(5), name: words(8) }),
  fc.record({ who: fc.nat(5), doing: words(12) }),
  fc.record({ who: fc.nat(5), slug: words(6) }),
);

test('creators are found by the index as a walk over all of them with LIKE finds them, after any changes', async () => {
  const { pool, accounts, directory } = api.deps;
  const creators: string[] = [];
  for (let n = 0; n < 6; n += 1) creators.push((await api.creator()).user_id);
  await api.user('猫 fan');
  const like = async (q: string, slug: 'part' | 'whole'): Promise<string[]> => {
    const { rows } = await pool.query<{ id: string }>(
      `SELECT id FROM accounts.users JOIN accounts.creators ON user_id = id
        CROSS JOIN (SELECT '%' || regexp_replace(accounts.folded($1), '([\\\\%_])', '\\\\\\1', 'g') || '%' AS pattern) wanted
        WHERE name_folded LIKE pattern OR ($2 = 'part' AND (accounts.folded(doing) LIKE pattern OR lower(url_slug) LIKE pattern))
           OR ($2 = 'whole' AND lower(url_slug) = accounts.folded($1)) ORDER BY id`,
      [q, slug],
    );
    return rows.map(({ id }) => id);
  };
  let hits = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(change, { minLength: 1, maxLength: 4 }),
      fc.array(words(4), { minLength: 3, maxLength: 3 }),
      async (changes, searches) => {
        for (const [n, one] of changes.entries()) {
          const id = creators[one.who];
          if ('name' in one)
            await pool.query('UPDATE accounts.users SET name = $2 WHERE id = $1', [id, one.name]);
          else if ('slug' in one)
            await pool.query('UPDATE accounts.users SET url_slug = $2 WHERE id = $1', [
              id,
              `${one.slug}${one.who}-${n}`,
            ]);
          else
            await pool.query('UPDATE accounts.creators SET doing = $2 WHERE user_id = $1', [id, one.doing]);
        }
        for (const search of searches) {
          const shown = { category_id: '', search, page: 1, per_page: 20, now: 0 };
          const { list, total } = await accounts.showcase.list(shown);
          const wanted = await like(search, 'part');
          hits += wanted.length;
          expect([search, list.map(({ user_id }) => user_id).sort(), total]).toEqual([
            search,
            wanted,
            wanted.length,
          ]);
          if (search.trim() !== '')
            expect([search, (await directory.searchCreators(search)).sort()]).toEqual([
              search,
              await like(search.trim(), 'whole'),
            ]);
        }
      },
    ),
    { numRuns: 40 },
  );
  expect(hits).toBeGreaterThan(30);
});

test('a name and a description that change at the same time are both found', async () => {
  const { pool, accounts } = api.deps;
  const { user_id } = await api.creator();
  for (let n = 0; n < 10; n += 1) {
    await Promise.all([
      pool.query('UPDATE accounts.users SET name = $2 WHERE id = $1', [user_id, `name${n}x`]),
      pool.query('UPDATE accounts.creators SET doing = $2 WHERE user_id = $1', [user_id, `work${n}y`]),
    ]);
    for (const search of [`name${n}x`, `work${n}y`])
      expect(
        (await accounts.showcase.list({ category_id: '', search, page: 1, per_page: 2, now: 0 })).total,
      ).toBe(1);
  }
});
