import { expect, test } from 'vitest';
import { fixture } from '#events/testing/fixture.ts';
import { listPostReports, reportPost } from '#services/contract/content/post-reports.ts';
import { deletePost } from '#services/contract/content/posts.ts';
import { certifiedCreator, publish } from '../testing/posting.ts';
import { startTestApi } from '../testing/test-api.ts';

const api = fixture(startTestApi);
const creator = fixture(() => certifiedCreator(api));
const admin = fixture(() => api.staff('admin'));
const reports = async () => (await api.data(listPostReports, {}, admin)).list;

async function newPost(): Promise<string> {
  const { post_id } = await publish(api, creator, {});
  await api.projected();
  return post_id;
}

test('readers report a post, each once; admins see the most reported first, until it is deleted', async () => {
  const [one, two] = [await newPost(), await newPost()];
  const [fan, other] = [await api.user(), await api.user()];
  await api.data(reportPost, { post_id: one, topic: 'spam' }, fan);
  await api.data(reportPost, { post_id: two, topic: 'spam', reason: 'The same text ten times' }, fan);
  await api.data(reportPost, { post_id: two, topic: 'illegal' }, fan);
  await api.data(reportPost, { post_id: two, topic: 'abuse', reason: 'Insults' }, other);
  const [first, second] = await reports();
  expect(first).toMatchObject({
    post_id: two,
    count: 2,
    topics: ['abuse', 'illegal'],
    reason: 'Insults',
    user: { user_id: creator.user_id },
  });
  expect(second).toMatchObject({ post_id: one, count: 1, topics: ['spam'], reason: '' });
  await api.data(deletePost, { post_id: two }, creator);
  await api.projected();
  expect((await reports()).map(({ post_id }) => post_id)).toEqual([one]);
});

test('nobody reports the own post, an unknown one, or 51 posts a day; only admins read the reports', async () => {
  const post_id = await newPost();
  const fan = await api.user();
  expect((await api.call(reportPost, { post_id, topic: 'spam' }, creator)).ec).toBe(40300);
  expect((await api.call(reportPost, { post_id: 'none', topic: 'spam' }, fan)).ec).toBe(40400);
  expect((await api.call(reportPost, { post_id, topic: 'spam' })).ec).toBe(40100);
  expect((await api.call(listPostReports, {}, fan)).ec).toBe(40300);
  const { clock, postReports } = api.deps;
  const { user_id: creator_id } = creator;
  const of = { user_id: fan.user_id, creator_id, topic: 'spam', reason: '' } as const;
  for (let n = 0; n < 50; n += 1) await postReports.add({ ...of, post_id: `post${n}` }, clock.now());
  const late = await api.call(reportPost, { post_id, topic: 'spam' }, fan);
  expect(late.status === 429 || late.ec === 42900).toBe(true);
  // A day later there is room again.
  expect(await postReports.add({ ...of, post_id }, clock.now() + 86_400_001)).toBe(true);
});
