import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fixture } from '#events/testing/fixture.ts';
import { hidePlan } from '#services/contract/catalog/plan-changes.ts';
import { searchPlans } from '#services/contract/catalog/search-plans.ts';
import { wordsOf } from '#services/contract/content/search-words.ts';
import { openPlanNames } from '#services/modules/catalog/plan-names.ts';
import { plansNamed } from '../testing/plan-names.ts';
import { savePlan, sponsorshipForm } from '../testing/shop.ts';
import { startTestApi } from '../testing/test-api.ts';

const api = fixture(startTestApi);

test('plans are found by their names, the newest first, hidden ones by nobody', async () => {
  const creator = await api.creator('画家');
  const saved: string[] = [];
  for (const name of ['水彩入门', '水彩 Café 课', '油画入门', '2026年12月'])
    saved.push((await savePlan(api, creator, { ...sponsorshipForm, name })).plan_id);
  await plansNamed(api);
  const found = async (q: string) => {
    const { list, total_count } = await api.data(searchPlans, { q });
    expect(list.length).toBe(total_count);
    return list.map(({ name }) => name);
  };
  expect(await found('水')).toEqual(['水彩 Café 课', '水彩入门']);
  expect(await found('ＣＡＦＥ 水彩')).toEqual(['水彩 Café 课']);
  for (const q of ['', '%', '雕塑']) expect([q, await found(q)]).toEqual([q, []]);
  expect(await found('2026 12')).toEqual(['2026年12月']);
  expect((await api.data(searchPlans, { q: '油画' })).list).toMatchObject([
    { price: '30.00', product_type: 0, user: { user_id: creator.user_id, name: '画家' } },
  ]);
  await api.data(hidePlan, { plan_id: saved[0] ?? '' }, creator);
  await api.projected();
  expect(await found('水彩')).toEqual(['水彩 Café 课']);
});

test('hits are those of a walk over all names with LIKE, also after names change', async () => {
  const creator = await api.creator();
  const ALPHABET = [...'猫狐画ＡａÉe9 %_'];
  const words = (least: number, most: number) =>
    fc
      .array(fc.constantFrom(...ALPHABET), { minLength: least, maxLength: most })
      .map((letters) => letters.join(''));
  const plans: string[] = [];
  for (let n = 0; n < 8; n += 1)
    plans.push((await savePlan(api, creator, { ...sponsorshipForm, name: `x${n}` })).plan_id);
  const { pool } = api.deps;
  const names = openPlanNames(pool);
  await plansNamed(api);
  let hits = 0;
  const change = fc.record({ plan: fc.nat(7), name: words(1, 8) });
  await fc.assert(
    fc.asyncProperty(
      fc.array(change, { minLength: 1, maxLength: 5 }),
      fc.array(words(1, 4), { minLength: 3, maxLength: 3 }),
      async (changes, searches) => {
        for (const { plan, name } of changes) {
          await pool.query('UPDATE rm.plans SET name = $2 WHERE plan_id = $1', [plans[plan], name]);
          await names.keep(plans[plan] ?? '', name);
        }
        for (const q of searches) {
          const { rows } = await pool.query<{ plan_id: string }>(
            `SELECT plan_id FROM rm.plans WHERE status = 1 AND cardinality($1::text[]) > 0 AND (
               SELECT bool_and(accounts.folded(name) LIKE '%' || regexp_replace(word, '([\\\\%_])', '\\\\\\1', 'g') || '%')
                 FROM unnest($1::text[]) word) ORDER BY plan_id`,
            [wordsOf(q)],
          );
          const { list } = await api.data(searchPlans, { q, per_page: 20 });
          hits += list.length;
          expect([q, list.map(({ plan_id }) => plan_id).sort()]).toEqual([
            q,
            rows.map(({ plan_id }) => plan_id),
          ]);
        }
      },
    ),
    { numRuns: 40 },
  );
  expect(hits).toBeGreaterThan(30);
});
