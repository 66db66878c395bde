import { expect, test } from 'vitest';
import { fixture } from '#events/testing/fixture.ts';
import { hidePlan } from '#services/contract/catalog/plan-changes.ts';
import { searchPlans } from '#services/contract/catalog/search-plans.ts';
import { savePlan, sponsorshipForm } from '../testing/shop.ts';
import { startTestApi } from '../testing/test-api.ts';

const api = fixture(startTestApi);

test('plans are found by their names, the newest first, hidden ones by nobody', async () => {
  const creator = await api.creator('画家');
  const saved: string[] = [];
  for (const name of ['水彩入门', '水彩 Café 课', '油画入门'])
    saved.push((await savePlan(api, creator, { ...sponsorshipForm, name })).plan_id);
  await api.projected();
  const found = async (q: string) => {
    const { list, total_count } = await api.data(searchPlans, { q });
    expect(list.length).toBe(total_count);
    return list.map(({ name }) => name);
  };
  expect(await found('水')).toEqual(['水彩 Café 课', '水彩入门']);
  expect(await found('ＣＡＦＥ 水彩')).toEqual(['水彩 Café 课']);
  for (const q of ['', '%', '雕塑']) expect([q, await found(q)]).toEqual([q, []]);
  expect((await api.data(searchPlans, { q: '油画' })).list).toMatchObject([
    { price: '30.00', product_type: 0, user: { user_id: creator.user_id, name: '画家' } },
  ]);
  await api.data(hidePlan, { plan_id: saved[0] ?? '' }, creator);
  await api.projected();
  expect(await found('水彩')).toEqual(['水彩 Café 课']);
});
