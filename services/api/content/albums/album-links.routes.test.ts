import { beforeEach, describe, expect, test } from 'vitest';
import { fixture } from '#events/testing/fixture.ts';
import { getPlan, listPlans, type Plan } from '#services/contract/catalog/plans.ts';
import { linkAlbum, listLinkedAlbums, unlinkAlbum } from '#services/contract/content/album-links.ts';
import { type EditAlbum, editAlbum, getAlbum } from '#services/contract/content/albums.ts';
import { linkSku } from '#services/contract/content/post-links.ts';
import { getPost } from '#services/contract/content/posts.ts';
import { refundOrder } from '#services/contract/orders/after-payment.ts';
import { prepareOrder } from '#services/contract/orders/orders.ts';
import { getPurchasedSku, listPurchases } from '#services/contract/orders/purchases.ts';
import { openRightsRegister } from '#services/modules/accounts/rights.ts';
import { orderCalls } from '../../testing/order-calls.ts';
import { certifiedCreator, publish } from '../../testing/posting.ts';
import { forSale, savePlan, sponsorshipForm } from '../../testing/shop.ts';
import { startTestApi, type TestUser } from '../../testing/test-api.ts';

const SECRET = 'The last verse';
const api = fixture(startTestApi);
let creator: TestUser;
let fan: TestUser;
let book: Plan;
beforeEach(async () => {
  creator = await certifiedCreator(api);
  fan = await api.user();
  const sku = [forSale('Whole', ''), forSale('Page', '')];
  book = await savePlan(api, creator, { name: 'Book', product_type: 1, sku });
});

const sku = (n = 0) => ({ plan_id: book.plan_id, sku_id: book.sku[n]!.sku_id });
const units = (n = 0) => ({ plan_id: book.plan_id, sku: [{ sku_id: sku(n).sku_id, count: 1 }] });
const make = async (body: Partial<EditAlbum> = {}, as = creator) =>
  (await api.data(editAlbum, { title: 'Poems', ...body }, as)).album.album_id;
const link = (album_id: string, n = 0, as = creator) => api.call(linkAlbum, { album_id, ...sku(n) }, as);
const locked = (title: string, album_ids: string[]) =>
  publish(api, creator, { title, content: SECRET, audience: 'price', min_price: '900.00', album_ids });
const NOTHING = { post_count: 0, posts: [], album_count: 0, albums: [] };

describe('a SKU that opens an album', () => {
  test('is linked, shown, bought, refunded and removed; a post counts once', async () => {
    const album_id = await make();
    const other = await make({ title: 'Songs' });
    const { post_id } = await locked('One', [album_id, other]);
    await locked('Two', [album_id]);
    await publish(api, creator, { title: 'Open', album_ids: [album_id] });
    const linked = await publish(api, creator, { title: 'Own', content: SECRET, audience: 'self' });
    await api.data(linkSku, { post_id: linked.post_id, ...sku() }, creator);
    for (const id of [other, album_id]) expect((await link(id)).ec).toBe(200);
    await api.projected();

    const album = { album_id, title: 'Poems', cover: '', post_count: 3 };
    const opens = { post_count: 3, album_count: 2, albums: [album, { title: 'Songs', post_count: 1 }] };
    const prepared = await api.data(prepareOrder, units(), fan);
    expect(prepared.opens).toMatchObject({
      ...opens,
      posts: [{ title: 'Own' }, { title: 'Two' }, { title: 'One' }],
    });
    expect(JSON.stringify(prepared)).not.toContain(SECRET);
    const { plan } = await api.data(getPlan, { plan_id: book.plan_id });
    const { post_count: _, ...shown } = album;
    expect(plan.sku).toMatchObject([
      { unlockNum: 3, album_id, album: shown },
      { unlockNum: 0, album_id: '', album: null },
    ]);
    const closed = (await api.data(getPost, { post_id }, fan)).post;
    expect(closed).toMatchObject({ has_right: false, content: '', ext: { buy_sku: false } });
    expect(closed.buyPlan).toEqual({ album_id, ...sku(), price: '10.00' });

    const calls = orderCalls(api, fan);
    const out_trade_no = await calls.buy(units());
    await api.projected();
    expect((await calls.check(out_trade_no)).data.opens).toMatchObject({ ...opens, post_count: 4 });
    expect((await api.data(listPurchases, {}, fan)).list).toMatchObject([
      { has_content: true, opens: { albums: [album, {}] } },
    ]);
    const { sku_id } = sku();
    expect((await api.data(getPurchasedSku, { sku_id }, fan)).opens.albums).toMatchObject([album, {}]);
    expect((await api.data(getPost, { post_id }, fan)).post).toMatchObject({
      content: SECRET,
      ext: { buy_sku: true },
    });
    expect((await api.data(getAlbum, { album_id }, fan)).album).toMatchObject({ hasBuyUnlock: true });

    await api.data(refundOrder, { out_trade_no }, creator);
    await api.projected();
    expect((await calls.check(out_trade_no)).data.opens).toEqual(NOTHING);
    expect((await api.data(getPost, { post_id }, fan)).post).toMatchObject({
      content: '',
      ext: { buy_sku: false },
    });

    for (const id of [other, album_id]) await api.data(unlinkAlbum, { album_id: id, ...sku() }, creator);
    await api.projected();
    expect((await api.data(getPlan, { plan_id: book.plan_id })).plan.sku).toMatchObject([
      { unlockNum: 1, album_id: '', album: null },
      {},
    ]);
  });

  test('is refused by field without the right; a link can be removed without it', async () => {
    const album_id = await make();
    await link(album_id);
    const { pool, clock } = api.deps;
    await openRightsRegister(pool, clock).take(creator.user_id, 'sale_connect_album');
    const refused = await link(album_id, 1);
    expect([refused.ec, refused.data.errors]).toEqual([
      40000,
      [{ field: 'sku_id', message: '你的账号未开通此功能' }],
    ]);
    expect((await api.call(unlinkAlbum, { album_id, ...sku() }, creator)).ec).toBe(200);
    await api.projected();
    expect((await api.data(getAlbum, { album_id }, creator)).album.skus).toEqual([]);
  });

  test('of somebody else is not found, and a guest and a fan link nothing', async () => {
    const album_id = await make();
    const stranger = await certifiedCreator(api);
    const before = await api.deps.log.head();
    expect((await link(album_id, 0, stranger)).ec).toBe(40400);
    expect((await link(album_id, 0, fan)).ec).toBe(40300);
    expect((await link('unknown')).ec).toBe(40400);
    expect((await api.call(linkAlbum, { album_id, ...sku() })).ec).toBe(40100);
    expect((await api.call(listLinkedAlbums, { plan_id: book.plan_id }, stranger)).ec).toBe(40400);
    expect(await api.deps.log.head()).toBe(before);
  });

  test('is listed with its albums for the creator; others never learn of a hidden one', async () => {
    const [shown, hidden] = [await make(), await make({ title: 'Private', status: 3 })];
    await locked('One', [hidden]);
    for (const id of [shown, hidden]) await link(id);
    await api.projected();
    const { list } = await api.data(listLinkedAlbums, { plan_id: book.plan_id }, creator);
    const of = list.map(({ album_id, title, status, sku_id }) => [album_id, title, status, sku_id]);
    expect(of).toEqual([
      [hidden, 'Private', 3, sku().sku_id],
      [shown, 'Poems', 1, sku().sku_id],
    ]);
    const { opens } = await api.data(prepareOrder, units(), fan);
    expect(opens).toMatchObject({ post_count: 0, album_count: 1, albums: [{ album_id: shown }] });
  });
});

test('the plans of an album are those that open it, and of them the named ones', async () => {
  const plan = (name: string) => savePlan(api, creator, { ...sponsorshipForm, name });
  const [gold, silver, bronze] = [await plan('Gold'), await plan('Silver'), await plan('Bronze')];
  const album_id = await make({ plan_ids: [gold.plan_id, silver.plan_id], skus: [sku()] });
  const hidden = await make({ plan_ids: [gold.plan_id], status: 3 });
  await api.projected();
  const names = async (more: object, as?: TestUser) => {
    const { list } = await api.data(listPlans, { user_id: creator.user_id, ...more }, as);
    return list.map(({ name }) => name);
  };
  expect(await names({ album_id })).toEqual(['Gold', 'Silver']);
  expect(await names({ album_id, sale_only: 1 })).toEqual(['Book']);
  const unlock_plan_ids = [silver.plan_id, bronze.plan_id].join(',');
  expect(await names({ album_id, unlock_plan_ids })).toEqual(['Silver']);
  for (const id of [hidden, 'unknown', await make({}, await certifiedCreator(api))])
    expect(await names({ album_id: id })).toEqual([]);
});
