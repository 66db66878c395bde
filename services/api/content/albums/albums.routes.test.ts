import { beforeEach, describe, expect, test } from 'vitest';
import { fixture } from '#events/testing/fixture.ts';
import { deleteAccount } from '#services/contract/accounts/deletion.ts';
import { addTeamMember } from '#services/contract/accounts/team.ts';
import { getProfile } from '#services/contract/catalog/creators.ts';
import {
  deleteAlbum,
  type EditAlbum,
  editAlbum,
  editAlbumPosts,
  getAlbum,
  getCatalog,
  listAlbumPosts,
  listAlbums,
  setAlbumOrder,
} from '#services/contract/content/albums.ts';
import { listOwnPosts } from '#services/contract/content/post-lists.ts';
import {
  deletePost,
  getPost,
  hidePost,
  type PublishPost,
  publishPost,
} from '#services/contract/content/posts.ts';
import { TEAM_HEADER } from '#services/contract/endpoint.ts';
import { openRightsRegister } from '#services/modules/accounts/rights.ts';
import { forgetExpired } from '#services/modules/retention.ts';
import { QUOTAS } from '#services/runtime/quotas.ts';
import { leavingCreator, PASSWORD } from '../../testing/leaving.ts';
import { orderCalls } from '../../testing/order-calls.ts';
import { certifiedCreator, publish } from '../../testing/posting.ts';
import { readyFile } from '../../testing/ready-files.ts';
import { certify } from '../../testing/replying.ts';
import { forSale, savePlan, sponsorshipForm } from '../../testing/shop.ts';
import { startTestApi, type TestUser } from '../../testing/test-api.ts';

const api = fixture(startTestApi);
const silent = fixture(() => startTestApi({ projections: false }));
let creator: TestUser;
let fan: TestUser;
beforeEach(async () => {
  creator = await certifiedCreator(api);
  fan = await api.user();
});

const SECRET = 'The key is under the mat';
const write = (body: Partial<PublishPost> = {}, as = creator) => publish(api, as, body);
const make = async (body: Partial<EditAlbum> = {}, as = creator) =>
  (await api.data(editAlbum, { title: 'Poems', ...body }, as)).album;
const change = (
  body: { album_id: string; add?: string[]; remove?: string[]; order?: string[] },
  as = creator,
) => api.call(editAlbumPosts, body, as);
const info = (album_id: string, as?: TestUser, more: object = {}) =>
  api.data(getAlbum, { album_id, ...more }, as);
const codeOf = async (album_id: string, as?: TestUser) => (await api.call(getAlbum, { album_id }, as)).ec;
const rows = async (album_id: string) =>
  (await api.deps.pool.query('SELECT * FROM content.albums WHERE album_id = $1', [album_id])).rows;
/** Names of the directory, page by page. */
async function catalog(album_id: string, as?: TestUser, more: object = {}): Promise<string> {
  await api.projected();
  const found: string[] = [];
  for (let lastRank: number | '' = ''; ; ) {
    const page: Awaited<ReturnType<typeof api.data<typeof getCatalog>>> = await api.data(
      getCatalog,
      { album_id, lastRank, per_page: 2, ...more },
      as,
    );
    found.push(...page.list.map(({ title, status }) => (status === 2 ? 'gap' : title)));
    lastRank = page.lastRank;
    if (!page.has_more) return found.join(' ');
  }
}
const refused = async (body: object, as = creator) => {
  const { ec, data } = await api.send(editAlbum, { title: 'Poems', ...body }, as);
  return [ec, ...(data.errors ?? []).map(({ field }: { field: string }) => field)];
};

describe('an album', () => {
  test('is answered as it was made, changed, and shown to everybody', async () => {
    const album = await make({ title: ' Poems ', content: 'All of them' });
    expect(album).toMatchObject({
      title: 'Poems',
      content: 'All of them',
      status: 1,
      post_count: 0,
      cover: '',
    });
    expect(album).toMatchObject({ can_edit: true, order_by: 'rank_asc', user: { user_id: creator.user_id } });
    const { album_id } = album;
    const { post_id } = await write({ title: 'One', album_ids: [album_id] });
    await api.projected();
    const shown = (await info(album_id, fan)).album;
    expect(shown).toMatchObject({
      post_count: 1,
      open_count: 1,
      hasUnlockAll: true,
      bought: false,
      can_edit: false,
    });
    expect((await api.data(listAlbums, { user_id: creator.user_id })).list).toEqual([
      { ...shown, thumbs: [] },
    ]);
    const changed = await make({ album_id, title: 'Songs' });
    expect(changed).toMatchObject({ title: 'Songs', content: '', post_count: 1 });
    expect((await api.data(getPost, { post_id }, fan)).post.album_ids).toEqual([album_id]);
    const profile = await api.data(getProfile, { user_id: creator.user_id });
    expect(profile.user.creator).toMatchObject({ album_count: 1, show_album: true });
  });

  test('is answered when the read model does not have it yet', async () => {
    const author = await certifiedCreator(silent);
    const { album } = await silent.data(editAlbum, { title: 'Poems', status: 3 }, author);
    expect(album).toMatchObject({ title: 'Poems', status: 3, post_count: 0 });
  });

  test('that is hidden is its creator’s alone, and opens nothing', async () => {
    const { plan_id } = await savePlan(api, creator, sponsorshipForm);
    const { album_id } = await make({ status: 3, plan_ids: [plan_id] });
    const { post_id } = await write({ audience: 'price', min_price: '900.00', album_ids: [album_id] });
    await orderCalls(api, fan).buy({ plan_id, month: 1 });
    await api.projected();
    for (const as of [undefined, fan, await certifiedCreator(api)]) {
      expect(await codeOf(album_id, as)).toBe(40400);
      for (const call of [getCatalog, listAlbumPosts])
        expect((await api.call(call, { album_id }, as)).ec).toBe(40400);
      expect((await api.data(listAlbums, { user_id: creator.user_id }, as)).list).toEqual([]);
    }
    expect((await api.data(getPost, { post_id }, fan)).post).toMatchObject({
      has_right: false,
      album_ids: [],
    });
    expect((await info(album_id, creator)).album).toMatchObject({ status: 3, post_count: 1 });
    await make({ album_id, plan_ids: [plan_id] });
    await api.projected();
    expect((await api.data(getPost, { post_id }, fan)).post).toMatchObject({
      has_right: true,
      album_ids: [album_id],
    });
  });

  test('is listed with pictures of its first posts: addresses for readers, a few colours for others', async () => {
    const { plan_id } = await savePlan(api, creator, sponsorshipForm);
    const { album_id } = await make();
    const pic = async () => (await readyFile(api, creator)).file_id;
    const locked: string[] = [];
    for (let n = 0; n < 8; n += 1) {
      const pics = n === 1 ? [] : [await pic()];
      const audience = n < 3 ? 'all' : 'members';
      await write({ content: SECRET, audience, media: { pics }, album_ids: [album_id] });
      if (audience === 'members') locked.push(...pics);
    }
    await write({ audience: 'self', media: { pics: [await pic()] }, album_ids: [album_id] });
    await api.projected();
    const thumbs = async (as?: TestUser) =>
      (await api.data(listAlbums, { user_id: creator.user_id }, as)).list.flatMap((one) => one.thumbs);
    const kinds = async (as?: TestUser) =>
      (await thumbs(as)).map(({ file, thumbhash }) => [file !== null, thumbhash !== '']);
    const [open, closed] = [
      [true, false],
      [false, true],
    ];
    expect(await kinds()).toEqual([open, open, closed, closed, closed, closed]);
    const guest = JSON.stringify(await api.data(listAlbums, { user_id: creator.user_id }, fan));
    for (const secret of [SECRET, ...locked]) expect(guest).not.toContain(secret);
    await orderCalls(api, fan).buy({ plan_id, month: 1 });
    await api.projected();
    expect(await kinds(fan)).toEqual([open, open, open, open, open, open]);
    const url = (await thumbs(fan))[2]?.file?.small ?? '';
    const fetched = async (as: TestUser) =>
      (await api.app.inject({ method: 'GET', url, headers: { authorization: `Bearer ${as.token}` } }))
        .statusCode;
    expect([await fetched(fan), await fetched(await api.user())]).toEqual([200, 403]);
  });

  test('is deleted; its posts stay, its row goes', async () => {
    const { album_id } = await make();
    const { post_id } = await write({ album_ids: [album_id] });
    await api.data(deleteAlbum, { album_id }, creator);
    await api.data(deleteAlbum, { album_id }, creator);
    await api.projected();
    for (const as of [undefined, creator]) expect(await codeOf(album_id, as)).toBe(40400);
    expect((await api.data(getPost, { post_id })).post.album_ids).toEqual([]);
    expect(await rows(album_id)).toEqual([]);
    expect((await change({ album_id, add: [post_id] })).ec).toBe(40400);
    expect(await refused({ album_id })).toEqual([40400]);
  });

  test('is refused by field, and leaves neither event nor row', async () => {
    const [before, count] = [
      await api.deps.log.head(),
      async () => (await api.deps.pool.query('SELECT FROM content.albums')).rowCount,
    ];
    const had = await count();
    const sku = { plan_id: 'plan-unknown', sku_id: 'sku' };
    for (const [body, ...fields] of [
      [{ title: ' ' }, 'title'],
      [{ title: 'x'.repeat(61) }, 'title'],
      [{ content: 'x'.repeat(1_001) }, 'content'],
      [{ cover: '/files/foreign.png' }, 'cover'],
      [{ cover: 'javascript:alert(1)' }, 'cover'],
      [{ status: 2 }, 'status'],
      [{ plan_ids: [sku.plan_id] }, 'plan_ids.0'],
      [{ skus: [sku] }, 'skus.0.sku_id'],
      [{ plan_ids: Array.from({ length: 21 }, (_, n) => `p${n}`) }, 'plan_ids'],
    ] as [object, ...string[]][])
      expect([body, await refused(body)]).toEqual([body, [40000, ...fields]]);
    expect([await api.deps.log.head(), await count()]).toEqual([before, had]);
  });

  test('of somebody else is not found, and a guest is asked to sign in', async () => {
    const { album_id } = await make();
    const { post_id } = await write();
    const stranger = await certifiedCreator(api);
    const before = await api.deps.log.head();
    expect(await refused({ album_id }, stranger)).toEqual([40400]);
    expect(await refused({ album_id: 'unknown' })).toEqual([40400]);
    for (const [call, body] of [
      [editAlbumPosts, { album_id, add: [post_id] }],
      [setAlbumOrder, { album_id, order_by: 'rank_desc' }],
      [deleteAlbum, { album_id }],
      [deletePost, { album_id, post_id }],
    ] as const) {
      expect((await api.send(call, body, stranger)).ec).toBe(40400);
      expect((await api.send(call, body, fan)).ec).toBe(40300);
      expect((await api.send(call, body)).ec).toBe(40100);
    }
    expect(await api.deps.log.head()).toBe(before);
    expect((await rows(album_id))[0]).toMatchObject({ title: 'Poems' });
  });

  test('names a SKU only with the right to link albums', async () => {
    const scarf = await savePlan(api, creator, { name: 'Scarf', product_type: 1, sku: [forSale('Red', 5)] });
    const skus = scarf.sku.map(({ sku_id }) => ({ plan_id: scarf.plan_id, sku_id }));
    const { album_id } = await make({ skus });
    await openRightsRegister(api.deps.pool, api.deps.clock).take(creator.user_id, 'sale_connect_album');
    await api.deps.accounts.rights.refresh(creator.user_id);
    expect(await refused({ skus })).toEqual([40000, 'skus.0.sku_id']);
    expect(await make({ album_id, title: 'Same', skus })).toMatchObject({ skus });
  });

  test('is one of at most 200 of a creator', async () => {
    const most = QUOTAS.albums;
    try {
      Object.assign(QUOTAS, { albums: 2 });
      const { album_id } = await make();
      await make();
      expect(await refused({})).toEqual([40902, '']);
      await api.data(deleteAlbum, { album_id }, creator);
      await make();
    } finally {
      Object.assign(QUOTAS, { albums: most });
    }
  });
});

describe('the posts of an album', () => {
  test('are listed in its order and any other, with gaps, and each knows its neighbours', async () => {
    const { album_id } = await make();
    const posts: string[] = [];
    for (const title of ['A', 'B', 'C', 'D', 'E'])
      posts.push(
        (await write({ title, content: SECRET, audience: title === 'C' ? 'members' : 'all' })).post_id,
      );
    const [a = '', b = '', c = '', d = '', e = ''] = posts;
    expect((await change({ album_id, add: [a, b, c, d, e] })).ec).toBe(200);
    await change({ album_id, order: [e, a] });
    expect(await catalog(album_id)).toBe('E A B C D');
    expect(await catalog(album_id, fan, { rankOrder: 'desc' })).toBe('D C B A E');
    expect(await catalog(album_id, fan, { rankField: 'publish_sn', rankOrder: 'desc' })).toBe('E D C B A');
    await api.data(setAlbumOrder, { album_id, order_by: 'publish_sn_asc' }, creator);
    expect(await catalog(album_id)).toBe('A B C D E');
    await api.data(deletePost, { post_id: b }, creator);
    await api.data(hidePost, { post_id: d }, creator);
    expect(await catalog(album_id)).toBe('A gap C E');
    expect(await catalog(album_id, creator)).toBe('A gap C D E');
    const { place, album } = await info(album_id, fan, { post_id: c });
    expect(place).toEqual({
      number: 2,
      previous: { post_id: a, title: 'A' },
      next: { post_id: e, title: 'E' },
    });
    expect(album).toMatchObject({
      post_count: 3,
      open_count: 2,
      hasUnlockAll: false,
      order_by: 'publish_sn_asc',
    });
    const { list, has_more } = await api.data(listAlbumPosts, { album_id, per_page: 3 }, fan);
    expect([list.map(({ post_id, content }) => [post_id, content]), has_more]).toEqual([
      [
        [a, SECRET],
        [c, ''],
      ],
      true,
    ]);
    await api.data(deletePost, { post_id: a, album_id }, creator);
    await change({ album_id, remove: [b] });
    expect(await catalog(album_id)).toBe('C E');
    expect((await api.data(getPost, { post_id: a })).post).toMatchObject({ status: 1, album_ids: [] });
    expect((await info(album_id, fan, { post_id: a })).place).toBe(null);
  });

  test('are refused by field: foreign, deleted and unknown ones, and too many', async () => {
    const { album_id } = await make();
    const [own, gone] = [await write(), await write()];
    const foreign = await write({}, await certifiedCreator(api));
    await api.data(deletePost, { post_id: gone.post_id }, creator);
    const field = async (add: string[]) => (await change({ album_id, add })).data.errors;
    for (const { post_id } of [foreign, gone, { post_id: 'unknown' }])
      expect(await field([own.post_id, post_id])).toMatchObject([{ field: 'add.1' }]);
    expect(await field(Array.from({ length: 201 }, (_, n) => `p${n}`))).toMatchObject([{ field: 'add' }]);
    expect(await catalog(album_id)).toBe('');
    for (const album_ids of [['unknown'], [(await make({}, await certifiedCreator(api))).album_id]])
      expect((await api.send(publishPost, { content: 'x', album_ids }, creator)).data.errors).toMatchObject([
        { field: 'album_ids.0' },
      ]);
  });

  test('are in 20 albums at most, and follow `album_ids` of the post', async () => {
    const albums: string[] = [];
    for (let n = 0; n < 21; n += 1) albums.push((await make({ title: `Album ${n}` })).album_id);
    const { post_id } = await write({ title: 'Post', album_ids: albums.slice(0, 20) });
    const last = albums[20] ?? '';
    expect((await change({ album_id: last, add: [post_id] })).data.errors).toMatchObject([
      { field: 'add.0' },
    ]);
    expect(
      (await api.send(publishPost, { content: 'x', album_ids: albums }, creator)).data.errors,
    ).toMatchObject([{ field: 'album_ids' }]);
    const edited = await write({ post_id, title: 'Post', content: 'Other' });
    expect(edited.album_ids).toHaveLength(20);
    expect((await write({ post_id, album_ids: [last, albums[3] ?? ''] })).album_ids).toEqual([
      albums[3],
      last,
    ]);
    expect((await write({ post_id, album_ids: [] })).album_ids).toEqual([]);
  });
});

describe('a locked album', () => {
  test('counts in the readers of its own posts only', async () => {
    const low = await savePlan(api, creator, { ...sponsorshipForm, name: 'Low', price: '6.00' });
    const { album_id } = await make({ title: 'Poems', plan_ids: [low.plan_id] });
    const dear = { audience: 'price' as const, min_price: '30.00', content: SECRET };
    await write({ ...dear, title: 'Alone' });
    await write({ ...dear, title: 'Within', album_ids: [album_id] });
    await orderCalls(api, fan).buy({ plan_id: low.plan_id, month: 1 });
    await api.projected();
    const { list } = await api.data(listOwnPosts, { status: 1 }, creator);
    expect(list.map(({ title, readers }) => [title, readers])).toEqual([
      ['Within', 1],
      ['Alone', 0],
    ]);
  });

  test('opens its posts to members and buyers; locked posts offer it beside their own ways', async () => {
    const gold = await savePlan(api, creator, { ...sponsorshipForm, name: 'Gold', price: '90.00' });
    const silver = await savePlan(api, creator, { ...sponsorshipForm, name: 'Silver', price: '60.00' });
    const book = await savePlan(api, creator, {
      name: 'Book',
      product_type: 1,
      sku: [forSale('Page', ''), forSale('Whole', '', { price: '45.00' })],
    });
    const [page, whole] = book.sku.map(({ sku_id }) => ({ plan_id: book.plan_id, sku_id }));
    const { album_id } = await make({ title: 'Poems', plan_ids: [gold.plan_id], skus: [whole!] });
    const named = { audience: 'named' as const, skus: [page!], album_ids: [album_id], content: SECRET };
    const { post_id } = await write({ ...named, title: 'One' });
    await write({ ...named, title: 'Two' });
    const open = await make({ plan_ids: [gold.plan_id] });
    await write({ title: 'Open', album_ids: [album_id, open.album_id] });
    await api.projected();
    // What is open already is not offered.
    expect(await info(open.album_id)).toMatchObject({
      ways: [],
      album: { hasUnlockAll: true, buyPlan: null },
    });
    const guest = await info(album_id);
    expect(guest.album).toMatchObject({ post_count: 3, open_count: 1, bought: false, hasUnlockAll: false });
    expect(guest.album.buyPlan).toEqual({ ...whole, price: '45.00' });
    expect(guest.ways).toMatchObject([
      { kind: 'sku', ...whole, price: '45.00', opens: 3, album: { album_id, title: 'Poems', post_count: 3 } },
      { kind: 'membership', plan_id: gold.plan_id, price: '90.00' },
    ]);
    const locked = (await api.data(getPost, { post_id }, fan)).post;
    expect(locked.ways).toMatchObject([
      { ...page, price: '10.00', album: null },
      { ...whole, price: '45.00', album: { album_id } },
      { plan_id: gold.plan_id, album: { album_id } },
    ]);
    expect(locked.buyPlan).toEqual({ album_id: '', ...page, price: '10.00' });
    const prices = async (as?: TestUser) =>
      (await api.data(getCatalog, { album_id }, as)).list.map(({ title, price }) => [title, price]);
    expect(await prices(fan)).toEqual([
      ['One', '10.00'],
      ['Two', '10.00'],
      ['Open', ''],
    ]);
    const reader = await api.user();
    await orderCalls(api, reader).buy({ plan_id: book.plan_id, sku: [{ sku_id: whole!.sku_id, count: 1 }] });
    const member = await api.user();
    await orderCalls(api, member).buy({ plan_id: gold.plan_id, month: 1 });
    const other = await api.user();
    await orderCalls(api, other).buy({ plan_id: silver.plan_id, month: 1 });
    await api.projected();
    for (const [who, by] of [
      [reader, { hasBuyUnlock: true, hasPlanUnlock: false }],
      [member, { hasBuyUnlock: false, hasPlanUnlock: true }],
    ] as const) {
      const seen = await info(album_id, who);
      expect(seen.album).toMatchObject({
        ...by,
        bought: true,
        hasUnlockAll: true,
        open_count: 3,
        buyPlan: null,
      });
      expect(seen.ways).toEqual([]);
      expect(new Set((await prices(who)).map(([, price]) => price))).toEqual(new Set(['']));
      expect((await api.data(getPost, { post_id }, who)).post).toMatchObject({
        has_right: true,
        content: SECRET,
        ways: [],
      });
    }
    expect((await api.data(getPost, { post_id }, other)).post).toMatchObject({
      has_right: false,
      content: '',
    });
    expect((await api.data(getPost, { post_id }, creator)).post.readers).toBe(2);
  });
});

test('a member of the team with the right edits albums', async () => {
  const member = await api.user();
  const { email: account } = await api.deps.accounts.addressesOf(member.user_id);
  await api.data(addTeamMember, { account, member_name: 'Ann', rights: ['content'] }, creator);
  const forCreator = { [TEAM_HEADER]: creator.user_id };
  const { album } = await api.data(editAlbum, { title: 'Ours', status: 3 }, member, forCreator);
  expect(album.user.user_id).toBe(creator.user_id);
  await api.projected();
  expect((await info(album.album_id, member)).album).toMatchObject({ can_edit: true, title: 'Ours' });
});

test('albums of a deleted account are deleted, with their rows; rows that a crash left go later', async () => {
  const person = await leavingCreator(api);
  await certify(api, person);
  const { album_id } = await make({}, person);
  await api.data(deleteAccount, { password: PASSWORD }, person);
  await api.projected();
  expect([await codeOf(album_id, fan), await rows(album_id)]).toEqual([40400, []]);
  const kept = (await make()).album_id;
  const { pool, clock } = api.deps;
  for (const id of ['never-began', kept, album_id])
    await pool.query(
      `INSERT INTO content.albums (album_id, creator_id, title, content, cover, changed_at, created_at)
       VALUES ($1, $2, 'Old', '', '', 0, now() - interval '2 days')
       ON CONFLICT (album_id) DO UPDATE SET created_at = excluded.created_at`,
      [id, creator.user_id],
    );
  await forgetExpired(pool, clock.now());
  expect([await rows('never-began'), await rows(album_id)]).toEqual([[], []]);
  expect(await rows(kept)).toHaveLength(1);
});
