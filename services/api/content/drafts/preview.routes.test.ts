import { beforeAll, describe, expect, test } from 'vitest';
import { fixture } from '#events/testing/fixture.ts';
import { previewAlbum as findAlbum } from '#read-models/content/preview.ts';
import { getAccess } from '#services/contract/content/access.ts';
import { editAlbum, editAlbumPosts } from '#services/contract/content/albums.ts';
import { previewAlbum, previewPost } from '#services/contract/content/drafts.ts';
import { deletePost, getPost, type PublishPost } from '#services/contract/content/posts.ts';
import type { InputOf } from '#services/contract/endpoint.ts';
import { orderCalls } from '../../testing/order-calls.ts';
import { certifiedCreator, publish } from '../../testing/posting.ts';
import { savePlan, sponsorshipForm } from '../../testing/shop.ts';
import { startTestApi, type TestUser } from '../../testing/test-api.ts';

const DAY_MS = 86_400_000;
const api = fixture(startTestApi);
let creator: TestUser;
let fan: TestUser;
/** Members of the plans since before all posts, and one whose membership has ended since. */
const members: Record<'tea' | 'cake' | 'past', TestUser> = {} as typeof members; // filled below
const plans = { tea: '', cake: '' };

const paragraph = (text: string) => ({ type: 'paragraph', content: [{ type: 'text', text }] });
const rich = JSON.stringify({
  type: 'doc',
  content: [paragraph('Open'), { type: 'paywall' }, paragraph('Paid')],
});
const article = { type: 1, title: 'Title', rich, preview_text: 'Preview' } as const;
const passes = (ms: number) => api.deps.clock.setOffset(api.deps.clock.offset + ms);
const preview = async (input: InputOf<typeof previewPost>) =>
  (await api.data(previewPost, input, creator)).post;

beforeAll(async () => {
  creator = await certifiedCreator(api);
  fan = await api.user();
  for (const [name, price] of [
    ['tea', '10.00'],
    ['cake', '50.00'],
  ] as const) {
    plans[name] = (await savePlan(api, creator, { ...sponsorshipForm, name, price })).plan_id;
    members[name] = await api.user();
  }
  members.past = await api.user();
  await orderCalls(api, members.past).buy({ plan_id: plans.tea, month: 1 });
  await orderCalls(api, members.tea).buy({ plan_id: plans.tea, month: 12 });
  await orderCalls(api, members.cake).buy({ plan_id: plans.cake, month: 12 });
});

describe('a preview is what the person gets', () => {
  const terms = (): Partial<PublishPost>[] =>
    (['now', 'period', 'ever'] as const).flatMap((window) => [
      { audience: 'members', window },
      { audience: 'price', min_price: '50.00', window },
      { audience: 'named', plan_ids: [plans.tea], window },
    ]);

  test('of a published post, for each audience, window and person', async () => {
    const all = [{ audience: 'all' }, { audience: 'self' }, ...terms()] as Partial<PublishPost>[];
    const ids: string[] = [];
    for (const one of all) ids.push((await publish(api, creator, { ...article, ...one })).post_id);
    passes(40 * DAY_MS);
    await api.projected();
    for (const post_id of ids)
      for (const [as, plan_id, person] of [
        ['guest', undefined, undefined],
        ['follower', undefined, fan],
        ['plan', plans.tea, members.tea],
        ['plan', plans.cake, members.cake],
        ['past', plans.tea, members.past],
      ] as const) {
        const { ec, data } = await api.call(getPost, { post_id }, person);
        const seen = await preview({ post_id, as, ...(plan_id && { plan_id }) });
        // Prices of an upgrade are a person's own.
        const offers = { ways: [], unlockCount: 0, min_price: '', unlock_plan: null, unlock_plan_id: '' };
        const person_sees = ec === 200 ? { ...data.post, ...offers } : null;
        expect([as, seen && { ...seen, ...offers }]).toEqual([as, person_sees]);
      }
  });

  test('of a draft: what is answered once it is published', async () => {
    for (const one of [{ audience: 'all' as const }, ...terms()]) {
      const body = { ...article, ...one };
      const before = {
        guest: await preview({ body, as: 'guest' }),
        tea: await preview({ body, as: 'plan', plan_id: plans.tea }),
        cake: await preview({ body, as: 'plan', plan_id: plans.cake }),
      };
      const { post_id } = await publish(api, creator, body);
      await api.projected();
      const own = {
        post_id,
        publish_sn: expect.any(Number),
        publish_time: expect.any(Number),
        edit_time: expect.any(Number),
      };
      const offers = {
        ways: expect.anything(),
        unlockCount: expect.anything(),
        min_price: expect.anything(),
      };
      const plan = { unlock_plan: expect.toSatisfy(() => true), unlock_plan_id: expect.anything() };
      for (const [name, person] of [
        ['guest', undefined],
        ['tea', members.tea],
        ['cake', members.cake],
      ] as const) {
        const { post } = await api.data(getPost, { post_id }, person);
        expect(post).toEqual({ ...before[name], ...own, ...offers, ...plan });
      }
    }
    const locked = await preview({ body: { ...article, audience: 'members' }, as: 'guest' });
    expect(locked).toMatchObject({
      content: 'Open',
      has_right: false,
      ways: [{ price: '10.00' }, { price: '50.00' }],
    });
    expect(JSON.stringify(locked)).not.toContain('Paid');
  });
});

test('an album opens the post that a draft puts into it', async () => {
  const terms = { title: 'Album', plan_ids: [plans.tea] };
  const { album_id } = (await api.data(editAlbum, terms, creator)).album;
  const draft = { ...article, audience: 'named' as const, plan_ids: [plans.cake] };
  const { post_id } = await publish(api, creator, { ...draft, album_ids: [album_id] });
  await api.projected();
  const rightTo = async (body: object) =>
    (await preview({ body: { ...draft, ...body }, as: 'plan', plan_id: plans.tea }))?.has_right;
  expect(await rightTo({})).toBe(false);
  expect(await rightTo({ album_ids: [album_id] })).toBe(true);
  expect([await rightTo({ post_id }), await rightTo({ post_id, album_ids: [] })]).toEqual([true, false]);
});

test('an edit of a published post is previewed with its time; nothing is written', async () => {
  const { post_id } = await publish(api, creator, { ...article, audience: 'members' });
  await api.projected();
  const [head, rows] = [await api.deps.log.head(), await api.deps.pool.query('SELECT FROM content.texts')];
  const body = { ...article, title: 'New', post_id, audience: 'members' as const, window: 'period' as const };
  expect(await preview({ body, as: 'past', plan_id: plans.cake })).toMatchObject({
    title: 'New',
    has_right: true,
  });
  const after = await api.deps.pool.query('SELECT FROM content.texts');
  expect([await api.deps.log.head(), after.rowCount]).toEqual([head, rows.rowCount]);
});

test('refuses posts and plans of others, and text that could not be published', async () => {
  const stranger = await certifiedCreator(api);
  const theirs = (await publish(api, stranger, { content: 'Secret' })).post_id;
  const other_plan = (await savePlan(api, stranger, sponsorshipForm)).plan_id;
  await api.projected();
  const refused = async (input: object) => {
    const { ec, data } = await api.send(previewPost, input, creator);
    return [ec, ...(data.errors ?? []).map((one: { field: string }) => one.field)];
  };
  expect(await refused({ post_id: theirs, as: 'guest' })).toEqual([40400]);
  expect(await refused({ body: { content: 'a', post_id: theirs }, as: 'guest' })).toEqual([40400]);
  expect(await refused({ post_id: 'unknown', as: 'guest' })).toEqual([40400]);
  const body = { content: 'a' };
  expect(await refused({ body, as: 'plan' })).toEqual([40000, 'plan_id']);
  expect(await refused({ body, as: 'plan', plan_id: other_plan })).toEqual([40000, 'plan_id']);
  expect(await refused({ as: 'guest' })).toEqual([40000, 'body']);
  expect(await refused({ body: { ...article, rich: '[' }, as: 'guest' })).toEqual([40000, 'rich']);
  expect((await api.call(previewPost, { body, as: 'guest' }, fan)).ec).toBe(40300);
});

test('as of a past time it has the terms of then, and equals what members could read', async () => {
  const seconds = () => Math.floor(api.deps.clock.now() / 1000);
  const { post_id } = await publish(api, creator, { ...article, audience: 'named', plan_ids: [plans.cake] });
  const before = seconds() - 86_400;
  passes(3_600_000);
  const first = seconds();
  passes(3_600_000);
  await publish(api, creator, { ...article, post_id, audience: 'members' });
  passes(3_600_000);
  const second = seconds();
  passes(3_600_000);
  await publish(api, creator, { ...article, post_id, audience: 'all' });
  await api.projected();
  for (const at of [first, second, undefined]) {
    for (const name of ['tea', 'cake'] as const) {
      const user_id = members[name].user_id;
      const asked = { post_id, ...(at !== undefined && { at }) };
      const { open } = await api.data(getAccess, { ...asked, user_id }, creator);
      const seen = await preview({ ...asked, as: 'plan', plan_id: plans[name] });
      expect([at, name, seen?.has_right]).toEqual([at, name, open]);
      expect(seen?.content.includes('Paid')).toBe(open);
    }
    const guest = await preview({ post_id, as: 'guest', ...(at !== undefined && { at }) });
    expect(guest).toMatchObject({ has_right: at === undefined });
  }
  const tea = { as: 'plan', plan_id: plans.tea } as const;
  expect((await preview({ post_id, ...tea, at: first }))?.audience).toBe('named');
  expect((await preview({ post_id, as: 'past', plan_id: plans.cake, at: first }))?.has_right).toBe(false);
  expect(await preview({ post_id, ...tea, at: before })).toBe(null);
  const refused = async (input: object) => (await api.send(previewPost, input, creator)).ec;
  expect(await refused({ post_id, as: 'guest', at: seconds() + 60 })).toBe(40000);
  expect(await refused({ post_id, as: 'guest', at: first, body: article })).toBe(40000);
});

describe('a preview of an album', () => {
  const seconds = () => Math.floor(api.deps.clock.now() / 1000);
  const hour = () => passes(3_600_000);

  test('has the posts that it had then, each as its own preview of that time', async () => {
    const terms = { title: 'Course', plan_ids: [plans.tea] };
    const { album_id } = (await api.data(editAlbum, terms, creator)).album;
    const make = (one: Partial<PublishPost>) =>
      publish(api, creator, { ...article, ...one, album_ids: [album_id] });
    const before = seconds() - 60;
    hour();
    const first = await make({ title: 'First', audience: 'named', plan_ids: [plans.cake] });
    const second = await make({ title: 'Second', audience: 'members' });
    const times: (number | undefined)[] = [];
    const mark = () => {
      hour();
      times.push(seconds());
      hour();
    };
    mark();
    await make({ title: 'Third', audience: 'self' });
    const fourth = await make({ title: 'Fourth', audience: 'all' });
    mark();
    await api.data(editAlbumPosts, { album_id, remove: [second.post_id] }, creator);
    await api.data(editAlbum, { album_id, title: 'Course', plan_ids: [] }, creator);
    mark();
    await publish(api, creator, { ...article, post_id: first.post_id, title: 'First', audience: 'all' });
    times.push(undefined);
    await api.projected();
    const titles = [
      ['Second', 'First'],
      ['Fourth', 'Second', 'First'],
      ['Fourth', 'First'],
      ['Fourth', 'First'],
    ];
    for (const [n, time] of times.entries())
      for (const [as, plan_id] of [
        ['guest', undefined],
        ['follower', undefined],
        ['plan', plans.tea],
        ['plan', plans.cake],
        ['past', plans.tea],
      ] as const) {
        const visitor = { as, ...(plan_id && { plan_id }), ...(time !== undefined && { at: time }) };
        const { list, has_more } = await api.data(previewAlbum, { album_id, ...visitor }, creator);
        expect([n, as, list?.map(({ title }) => title), has_more]).toEqual([n, as, titles[n], false]);
        for (const { post_id, has_right } of list ?? [])
          expect([n, as, post_id, has_right]).toEqual([
            n,
            as,
            post_id,
            (await preview({ post_id, ...visitor }))?.has_right,
          ]);
      }
    const early = await api.data(previewAlbum, { album_id, as: 'guest', at: before - 86_400 }, creator);
    expect(early.list).toBe(null);
    await api.data(editAlbum, { album_id, title: 'Course', status: 3 }, creator);
    await api.projected();
    expect((await api.data(previewAlbum, { album_id, as: 'follower' }, creator)).list).toBe(null);
    const [, then] = times;
    const shown = await api.data(previewAlbum, { album_id, as: 'follower', at: then ?? 0 }, creator);
    expect(shown.list?.map(({ post_id }) => post_id)).toEqual([
      fourth.post_id,
      second.post_id,
      first.post_id,
    ]);
  });

  test('has as many posts as it may, of which one is private and one was deleted', async () => {
    const { album_id } = (await api.data(editAlbum, { title: 'Long' }, creator)).album;
    const make = async (one: Partial<PublishPost>) => {
      hour();
      return (await publish(api, creator, { ...article, ...one, album_ids: [album_id] })).post_id;
    };
    const [old, next] = [await make({ title: 'Old' }), await make({ title: 'Next' })];
    await make({ audience: 'self' });
    const last = await make({ title: 'Last' });
    hour();
    const then = seconds();
    hour();
    await api.data(deletePost, { post_id: last }, creator);
    await api.projected();
    const { user_id: creator_id } = creator;
    const postsAt = async (at: number) => {
      const visitor = { viewer: 'preview', grants: [], at };
      const { rows } = await findAlbum(api.deps.pool, { album_id, creator_id, ...visitor, most: 2 });
      return rows?.map(({ post_id }) => post_id);
    };
    expect(await postsAt(api.deps.clock.now())).toEqual([next, old]);
    expect(await postsAt(then * 1000)).toEqual([last, next]);
    const { list } = await api.data(previewAlbum, { album_id, as: 'guest', at: then }, creator);
    expect(list?.map(({ title, deleted }) => [title, deleted])).toEqual([
      ['', true],
      ['Next', false],
      ['Old', false],
    ]);
  });

  test('refuses albums and plans of others, and a time to come', async () => {
    const stranger = await certifiedCreator(api);
    const { album_id } = (await api.data(editAlbum, { title: 'Mine' }, creator)).album;
    const theirs = (await api.data(editAlbum, { title: 'Theirs' }, stranger)).album.album_id;
    await api.projected();
    const refused = async (input: object, as = creator) => (await api.send(previewAlbum, input, as)).ec;
    expect(await refused({ album_id: theirs, as: 'guest' })).toBe(40400);
    expect(await refused({ album_id: 'unknown', as: 'guest' })).toBe(40400);
    expect(await refused({ album_id, as: 'plan' })).toBe(40000);
    expect(await refused({ album_id, as: 'guest', at: seconds() + 60 })).toBe(40000);
    expect(await refused({ album_id, as: 'guest' }, fan)).toBe(40300);
  });
});
