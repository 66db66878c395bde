import { describe, expect, test } from 'vitest';
import { fixture } from '#events/testing/fixture.ts';
import {
  editMyProfile,
  getInitConfig,
  getMyProfile,
  initConfigAnswer,
  userAnswer,
} from '#services/contract/accounts/accounts.ts';
import {
  creatorAnswer,
  creatorCard,
  editCreator,
  exploreCreators,
  getProfile,
  getProfileBySlug,
} from '#services/contract/catalog/creators.ts';
import { setCustomPlan, setShopCount } from '#services/contract/catalog/page-settings.ts';
import { envelope, list } from '#services/contract/fields/fields.ts';
import { startTestApi } from '../testing/test-api.ts';

const api = fixture(() => startTestApi({ projections: false }));

const form = (url_slug: string) => ({
  name: '画画的人',
  doing: '水彩',
  category_id: 'painting',
  detail: '每周一张',
  url_slug,
  theme_color: 'rgb(10,20,30)',
});

test('a fan becomes a creator and is found by slug and by id', async () => {
  const fan = await api.user();
  const saved = await api.call(editCreator, form('Painter1'), fan);
  const { user, creator } = envelope(creatorAnswer).parse(saved).data;
  expect(creator).toMatchObject({ status: 1, discount_option: 0, theme_color: 'rgb(10,20,30)' });

  const bySlug = await api.call(getProfileBySlug, { url_slug: 'painter1' });
  expect(envelope(userAnswer).parse(bySlug).data.user).toEqual(user);
  const byId = await api.call(getProfile, { user_id: user.user_id });
  expect(envelope(userAnswer).parse(byId).data.user).toEqual(user);
});

describe('the creator form', () => {
  test.each([
    ['url_slug', { url_slug: 'abc' }],
    ['url_slug', { url_slug: 'not-a-slug' }],
    ['url_slug', { url_slug: 'admin' }],
    ['url_slug', { url_slug: '画画画画画' }],
    ['name', { name: '' }],
    ['name', { name: 'x'.repeat(41) }],
    ['name', { name: 'a\0b' }],
    ['category_id', { category_id: 'nonsense' }],
    ['type', { type: 3 }],
    ['watermark', { watermark: 0 }],
    ['detail', { detail: 'x'.repeat(20_001) }],
    ['theme_color', { theme_color: 'red; background: url(x)' }],
  ])('%s: %j is refused by field, and the user does not become a creator', async (field, change) => {
    const fan = await api.user();
    const answer = await api.send(editCreator, { ...form('fineslug'), ...change }, fan);
    expect(answer).toMatchObject({ ec: 40000, data: { errors: [{ field }] } });
    const { data } = await api.call(getMyProfile, {}, fan);
    expect(data.creator).toBeNull();
  });

  test('a used slug is refused, in any case', async () => {
    const { url_slug } = await api.creator();
    const answer = await api.call(editCreator, form(url_slug.toUpperCase()), await api.user());
    expect(answer).toMatchObject({
      ec: 40000,
      data: { errors: [{ field: 'url_slug', message: '已被使用' }] },
    });
  });
});

test('an unknown creator is 页面不存在', async () => {
  for (const [url, query] of [
    ['/api/user/get-profile-by-slug', { url_slug: 'nobodyhere' }],
    ['/api/user/get-profile', { user_id: 'nobody' }],
  ] as const) {
    expect(await api.get(url, undefined, query)).toMatchObject({ ec: 40400, em: '页面不存在' });
  }
});

test('explore lists creators, by category and by text, page by page', async () => {
  for (const slug of ['exploreone', 'exploretwo', 'explorethree']) {
    const body = { ...form(slug), category_id: 'podcast', name: slug };
    await api.call(editCreator, body, await api.user());
  }
  const ask = async (query: Record<string, string | number>) =>
    envelope(list(creatorCard)).parse(await api.call(exploreCreators, query)).data;
  const first = await ask({ category_id: 'podcast', per_page: 2 });
  expect(first).toMatchObject({ total_count: 3, has_more: true });
  expect((await ask({ category_id: 'podcast', per_page: 2, page: 2 })).list).toHaveLength(1);
  expect((await ask({ search_q: 'exploretwo' })).list.map((card) => card.url_slug)).toEqual(['exploretwo']);
});

test('the first call of every page answers a guest', async () => {
  const { data } = envelope(initConfigAnswer).parse(await api.call(getInitConfig, {}));
  expect(data).toMatchObject({ sandbox: true, business_time_zone: 'Asia/Shanghai', order_ttl_seconds: 900 });
  expect(data.categories.length).toBeGreaterThan(5);
});

test('a fan edits the own profile and leaves the picture as it was', async () => {
  const fan = await api.user();
  await api.deps.accounts.profiles.editUser(fan.user_id, { name: 'One', avatar: '/files/a.png' });
  const answer = await api.call(editMyProfile, { name: 'Two' }, fan);
  expect(envelope(userAnswer).parse(answer).data.user).toMatchObject({ name: 'Two', avatar: '/files/a.png' });
});

test('the entry for a custom amount has a place and a text', async () => {
  const creator = await api.creator();
  const shown = async () => {
    const { user } = await api.data(getProfile, { user_id: creator.user_id });
    return [user.creator?.custom_plan, user.creator?.custom_plan_desc];
  };
  expect(await shown()).toEqual([1, '本方案可反复发电。']);
  for (const custom_plan of [2, 3, 1] as const) {
    await api.data(setCustomPlan, { custom_plan }, creator);
    expect(await shown()).toEqual([custom_plan, '本方案可反复发电。']);
  }
  await api.data(setCustomPlan, {}, creator);
  await api.data(setCustomPlan, { custom_plan_desc: ' 一杯咖啡 ' }, creator);
  expect(await shown()).toEqual([1, '一杯咖啡']);
  for (const bad of [{ custom_plan: 4 }, { custom_plan: 0 }, { custom_plan_desc: 'x'.repeat(201) }]) {
    expect((await api.send(setCustomPlan, bad, creator)).ec).toBe(40000);
  }
  expect((await api.send(setCustomPlan, { custom_plan: 2 }, await api.user())).ec).toBe(40300);
  await api.data(setCustomPlan, { custom_plan_desc: '' }, creator);
  expect(await shown()).toEqual([1, '本方案可反复发电。']);
});

test('a creator sets how many products the page shows at first, from none to nine or all', async () => {
  const creator = await api.creator();
  const shown = async () => {
    const { user_id } = creator;
    const { data } = await api.call(getProfile, { user_id });
    return data.user.creator?.limit_show_product_count;
  };
  const set = (count: unknown, as = creator) => api.send(setShopCount, { count }, as);
  expect(await shown()).toBe(-1);
  for (const count of [0, 9, '4', -1, 3]) {
    expect(await set(count)).toMatchObject({ ec: 200, data: { limit_show_product_count: Number(count) } });
    expect(await shown()).toBe(Number(count));
  }
  for (const count of [10, -2, 1.5, 'many', null, undefined]) {
    expect(await set(count)).toMatchObject({ ec: 40000, data: { errors: [{ field: 'count' }] } });
  }
  // The form of the page leaves it as it is.
  await api.call(editCreator, form(creator.url_slug), creator);
  expect(await shown()).toBe(3);
  expect((await api.call(setShopCount, { count: 1 }, await api.user())).ec).toBe(40300);
});
