import { beforeAll, describe, expect, test } from 'vitest';
import { fixture } from '#events/testing/fixture.ts';
import { editAlbum, editAlbumPosts } from '#services/contract/content/albums.ts';
import { hidePost, type Post, type PublishPost } from '#services/contract/content/posts.ts';
import { type FeedFilter, type FeedType, getFeed } from '#services/contract/relations/feed.ts';
import { markCreator } from '#services/contract/relations/marks.ts';
import { listed } from '../testing/listing.ts';
import { orderCalls } from '../testing/order-calls.ts';
import { certifiedCreator, publish } from '../testing/posting.ts';
import { readyFile } from '../testing/ready-files.ts';
import { savePlan, sponsorshipForm } from '../testing/shop.ts';
import { startTestApi, type TestUser } from '../testing/test-api.ts';

const api = fixture(startTestApi);
const HOUR = 3_600;
const CREATORS = 4;

/** Posts with the files that they were published with. */
const made: { post: Post; pictures: boolean; video: boolean }[] = [];
let follower: TestUser;
let members: TestUser[];

beforeAll(async () => {
  follower = await api.user();
  members = [await api.user(), await api.user()];
  const soon = Math.floor(api.deps.clock.now() / 1000) + HOUR;
  for (let n = 0; n < CREATORS; n += 1) {
    const creator = await certifiedCreator(api);
    for (const fan of [follower, ...members]) await api.data(markCreator, { user_id: creator.user_id }, fan);
    const [cheap, dear] = [
      await savePlan(api, creator, { ...sponsorshipForm, price: '10.00' }),
      await savePlan(api, creator, { ...sponsorshipForm, price: '50.00' }),
    ];
    const [picture, video] = [
      (await readyFile(api, creator)).file_id,
      (await readyFile(api, creator, 'video')).file_id,
    ];
    const forms: Partial<PublishPost>[] = [
      { audience: 'all' },
      { audience: 'members', media: { pics: [picture] } },
      { audience: 'price', min_price: '40.00', media: { video } },
      { audience: 'named', plan_ids: [cheap.plan_id] },
      { audience: 'members', window: 'period', public_time: soon },
      { audience: 'self', media: { pics: [picture], video } },
      { audience: 'all', media: { pics: [picture], video } },
      { audience: 'members', window: 'ever', type: 1, title: 'Article', media: { video } },
    ];
    const album = (await api.data(editAlbum, { title: 'Album', plan_ids: [cheap.plan_id] }, creator)).album;
    for (let k = 0; k < forms.length * 2; k += 1) {
      const form = forms[(k * 3 + n) % forms.length] ?? {};
      const post = await publish(api, creator, form);
      made.push({
        post,
        pictures: (form.media?.pics?.length ?? 0) > 0,
        video: form.media?.video !== undefined,
      });
      // Members of different plans come in the middle.
      if (k === forms.length && n > 0)
        await orderCalls(api, members[n % 2] ?? follower).buy({ plan_id: (n > 1 ? dear : cheap).plan_id });
      if (k % 5 === 4)
        await api.data(editAlbumPosts, { album_id: album.album_id, add: [post.post_id] }, creator);
    }
    const hidden = made.at(-1)?.post.post_id ?? '';
    await api.data(hidePost, { post_id: hidden }, creator);
    made.pop();
  }
  await listed(api);
});

/** All pages of a feed. */
async function pagesOf(type: FeedType, filter: FeedFilter, as?: TestUser, per_page = 3): Promise<Post[]> {
  const found: Post[] = [];
  for (let publish_sn = 0; ; ) {
    const { list, has_more } = await api.data(getFeed, { type, filter, publish_sn, per_page }, as);
    found.push(...list);
    if (!has_more) return found;
    expect(list).toHaveLength(per_page);
    publish_sn = list.at(-1)?.publish_sn ?? 0;
  }
}
const ids = (posts: readonly Post[]) => posts.map(({ post_id }) => post_id);

describe.each([1, 3, 20])('pages of %d posts', (per_page) => {
  test('that are unlocked are those of the feed that the reader can read', async () => {
    let unlocked = 0;
    for (const as of [follower, ...members]) {
      const all = await pagesOf('my', 'all', as, 20);
      const readable = all.filter(({ has_right }) => has_right);
      expect(ids(await pagesOf('my', 'unlocked', as, per_page))).toEqual(ids(readable));
      expect(readable.length).toBeLessThan(all.length);
      unlocked += readable.length;
    }
    expect(unlocked).toBeGreaterThan(3 * ids(await pagesOf('public', 'all')).length);
    expect(ids(await pagesOf('public', 'unlocked', undefined, per_page))).toEqual(
      ids(await pagesOf('public', 'all')),
    );
  });

  test('with pictures or a video have them, locked ones too', async () => {
    for (const filter of ['pictures', 'video'] as const)
      for (const type of ['my', 'public'] as const) {
        const expected = made
          .filter((one) => one[filter] && one.post.audience !== 'self')
          .filter(({ post }) => type === 'my' || post.audience === 'all')
          .map(({ post }) => post)
          .sort((one, other) => other.publish_sn - one.publish_sn);
        expect(expected.length).toBeGreaterThan(3);
        expect(ids(await pagesOf(type, filter, follower, per_page))).toEqual(ids(expected));
      }
  });
});

test('an hour later what opens then is unlocked', async () => {
  const before = await pagesOf('my', 'unlocked', follower);
  api.deps.clock.setOffset(api.deps.clock.offset + (HOUR + 1) * 1_000);
  try {
    const after = await pagesOf('my', 'unlocked', follower);
    expect(after.length).toBeGreaterThan(before.length);
    expect(ids(after)).toEqual(
      ids((await pagesOf('my', 'all', follower)).filter(({ has_right }) => has_right)),
    );
  } finally {
    api.deps.clock.setOffset(api.deps.clock.offset - (HOUR + 1) * 1_000);
  }
});
