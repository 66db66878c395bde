import { expect, test } from 'vitest';
import { PLAN_STATUS, USER_STATUS } from '#events/status.ts';
import { fixture } from '#events/testing/fixture.ts';
import { type CreatorCard, exploreCreators } from '#services/contract/catalog/creators.ts';
import { setPublicSponsor } from '#services/contract/catalog/page-settings.ts';
import { deletePost, hidePost } from '#services/contract/content/posts.ts';
import { markCreator } from '#services/contract/relations/marks.ts';
import { listed } from '../testing/listing.ts';
import { orderCalls } from '../testing/order-calls.ts';
import { certifiedCreator, publish } from '../testing/posting.ts';
import { savePlan, sponsorshipForm } from '../testing/shop.ts';
import { startTestApi } from '../testing/test-api.ts';

const api = fixture(startTestApi);

const explored = async (
  query: Parameters<typeof api.data<typeof exploreCreators>>[1] = {},
): Promise<CreatorCard[]> => (await api.data(exploreCreators, query)).list;
const namesOf = (cards: readonly CreatorCard[]) => cards.map(({ name }) => name);

test('creators with the most paying fans come first, then all others', async () => {
  const names = ['nobody', 'one fan', 'two fans'];
  const fans = [await api.user(), await api.user()];
  for (const [paying, name] of names.entries()) {
    const plan = await savePlan(api, await api.creator(name), sponsorshipForm);
    for (const fan of fans.slice(0, paying)) {
      const calls = orderCalls(api, fan);
      await calls.buy({ plan_id: plan.plan_id });
    }
  }
  await listed(api);
  for (const query of [{ rec: 1 as const }, { category_id: 'rec' }, {}, { type: 'hot' as const }])
    expect(namesOf(await explored(query))).toEqual(['two fans', 'one fan', 'nobody']);
  expect(namesOf(await explored({ type: 'new' }))).toEqual(names.toReversed());
  expect((await api.send(exploreCreators, { type: 'best' })).ec).toBe(40000);
});

test('followers lift a creator as far as people who paid do, and a new post does', async () => {
  const [quiet, loud] = [await certifiedCreator(api), await certifiedCreator(api)];
  const place = async () => {
    await listed(api);
    const ids = (await explored()).map(({ user_id }) => user_id);
    return ids.indexOf(quiet.user_id) < ids.indexOf(loud.user_id);
  };
  const { plan_id } = await savePlan(api, quiet, sponsorshipForm);
  await orderCalls(api, await api.user()).buy({ plan_id });
  expect(await place()).toBe(true);
  for (let n = 0; n < 20; n += 1) await api.data(markCreator, { user_id: loud.user_id }, await api.user());
  expect(await place()).toBe(true);
  const { clock } = api.deps;
  const before = clock.offset;
  try {
    clock.setOffset(before + 8 * 86_400_000);
    await publish(api, loud);
    expect(await place()).toBe(false);
  } finally {
    clock.setOffset(before);
  }
});

test('a card has the newest open posts, the cheapest plan and the sponsors; what is hidden is not on it', async () => {
  const creator = await certifiedCreator(api);
  const card = async () => {
    await listed(api);
    return (await explored()).find(({ user_id }) => user_id === creator.user_id);
  };
  expect(await card()).toMatchObject({ posts: [], price_from: '', sponsor_count: 0 });
  const posts = [];
  for (const title of ['One', 'Two', 'Three', 'Four'])
    posts.push(await publish(api, creator, { type: 1, title }));
  await publish(api, creator, { audience: 'members', content: 'Secret' });
  await api.data(hidePost, { post_id: posts[3]?.post_id ?? '' }, creator);
  await api.data(deletePost, { post_id: posts[1]?.post_id ?? '' }, creator);
  const { plan_id } = await savePlan(api, creator, { ...sponsorshipForm, price: '30.00' });
  await savePlan(api, creator, { ...sponsorshipForm, price: '8.00', status: PLAN_STATUS.hidden });
  await savePlan(api, creator, { ...sponsorshipForm, price: '12.00' });
  await orderCalls(api, await api.user()).buy({ plan_id });
  const shown = await card();
  expect(shown).toMatchObject({ price_from: '12.00', sponsor_count: 1 });
  expect(shown?.posts.map(({ title }) => title)).toEqual(['Three', 'One']);
  await api.data(setPublicSponsor, { status: 0 }, creator);
  expect((await card())?.sponsor_count).toBe(null);
  await api.deps.pool.query('UPDATE accounts.users SET status = $2 WHERE id = $1', [
    creator.user_id,
    USER_STATUS.banned,
  ]);
  expect(await card()).toBe(undefined);
});
