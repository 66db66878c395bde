import { expect, test } from 'vitest';
import { fixture } from '#events/testing/fixture.ts';
import { monthAt, nextMonth } from '#events/time.ts';
import { deletePost, hidePost, type PublishPost } from '#services/contract/content/posts.ts';
import { listPromisedPosts, listPromises, savePromise } from '#services/contract/content/promises.ts';
import { certifiedCreator, publish } from '../testing/posting.ts';
import { savePlan, sponsorshipForm } from '../testing/shop.ts';
import { startTestApi } from '../testing/test-api.ts';

const api = fixture(startTestApi);

test('a promise counts from the next month on, by what members could read at the end of each month', async () => {
  const { clock, calendar } = api.deps;
  const creator = await certifiedCreator(api);
  const { plan_id } = await savePlan(api, creator, sponsorshipForm);
  const other = await savePlan(api, creator, { ...sponsorshipForm, name: 'Cake', price: '60.00' });
  const month = () => monthAt(calendar, clock.now());
  /** To noon of the first day of the next month. */
  const monthPasses = () => {
    const noon = calendar.startOf(`${nextMonth(month())}-01`) + 12 * 3_600_000;
    clock.setOffset(clock.offset + noon - clock.now());
  };
  const write = (body: Partial<PublishPost> = {}) => publish(api, creator, { content: 'Text', ...body });
  const promised = async (as?: typeof creator) => {
    await api.projected();
    return (await api.data(listPromises, { user_id: creator.user_id }, as)).list;
  };
  await api.projected();
  expect(await promised()).toEqual([]);
  const first = nextMonth(month());
  expect(await api.data(savePromise, { plan_id, posts: 2 }, creator)).toEqual({
    from_month: first,
    posts: 2,
  });
  await write();
  expect(await promised()).toMatchObject([{ plan_id, name: 'Coffee', posts: 2, months: [] }]);

  monthPasses();
  const gone = await write({ title: 'Gone', audience: 'members' });
  const read = await write({ title: 'Read', audience: 'named', plan_ids: [plan_id] });
  const early = await write({ title: 'Early' });
  await write({ title: 'Other', audience: 'named', plan_ids: [other.plan_id] });
  await write({ audience: 'price', min_price: '50.00' });
  await write({ audience: 'self' });
  // Gone before the end of the month.
  await api.data(deletePost, { post_id: early.post_id }, creator);
  const [running] = await promised();
  expect(running?.months).toEqual([{ month: first, promised: 2, published: 2, state: 'kept' }]);
  await api.data(savePromise, { plan_id, posts: 3 }, creator);
  expect((await promised())[0]).toMatchObject({ posts: 3, months: [{ promised: 2 }] });

  monthPasses();
  // What happens later does not change the month.
  await api.data(hidePost, { post_id: gone.post_id }, creator);
  await write({ post_id: read.post_id, title: 'Read', audience: 'self' });
  await write({ audience: 'price', min_price: '30.00', title: 'New' });
  const second = month();
  expect((await promised())[0]?.months).toEqual([
    { month: second, promised: 3, published: 1, state: 'running' },
    { month: first, promised: 2, published: 2, state: 'kept' },
  ]);
  const posts = async (of: string) => (await api.data(listPromisedPosts, { plan_id, month: of })).list;
  expect(await posts(second)).toMatchObject([{ title: 'New', shown: true }]);
  // Titles of posts that nobody finds now stay unknown.
  expect(await posts(first)).toMatchObject([
    { post_id: gone.post_id, title: '', shown: false },
    { post_id: read.post_id, title: '', shown: false },
  ]);
  expect(await posts('2020-01')).toEqual([]);

  monthPasses();
  expect((await promised())[0]?.months[1]).toEqual({
    month: second,
    promised: 3,
    published: 1,
    state: 'missed',
  });
  await api.data(savePromise, { plan_id, posts: 0 }, creator);
  for (let n = 0; n < 6; n += 1) monthPasses();
  expect(await promised()).toEqual([]);
  expect((await api.call(savePromise, { plan_id, posts: 1 }, await certifiedCreator(api))).ec).toBe(40400);
  for (const count of [-1, 32, 1.5])
    expect((await api.send(savePromise, { plan_id, posts: count }, creator)).ec).toBe(40000);
});
