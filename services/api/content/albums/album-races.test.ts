import { describe, expect, it } from 'vitest';
import { asPlanId, asSkuId } from '#events/ids.ts';
import { albumStream, planStream, postStream } from '#events/stream-names.ts';
import { fixture } from '#events/testing/fixture.ts';
import { linkAlbum } from '#services/contract/content/album-links.ts';
import { editAlbum, editAlbumPosts } from '#services/contract/content/albums.ts';
import { deletePost, getPost } from '#services/contract/content/posts.ts';
import { orderCalls } from '../../testing/order-calls.ts';
import { certifiedCreator, publish } from '../../testing/posting.ts';
import { goesWrong, startRace } from '../../testing/race.ts';
import type { Servers } from '../../testing/servers.ts';
import { forSale, savePlan, sponsorshipForm } from '../../testing/shop.ts';

const race = fixture(() => startRace(1));

/** An album, and posts that are not in it; both servers know them, so that timing favours neither. */
async function begun(servers: Servers, posts: number) {
  const { api } = race;
  const creator = await certifiedCreator(api);
  const { album_id } = (await api.data(editAlbum, { title: 'Poems' }, creator)).album;
  const post_ids: string[] = [];
  for (let n = 0; n < posts; n += 1) post_ids.push((await publish(api, creator)).post_id);
  for (const n of [0, 1]) {
    await servers.committer(n).read([albumStream(album_id)], () => null);
    await servers.committer(n).read(post_ids.map(postStream), () => null);
  }
  return { creator, album_id, post_ids };
}

describe('a post is added to an album and deleted at once, on two servers', () => {
  /** Whether it was added after its deletion. */
  async function addedDeleted(servers: Servers, round: number): Promise<boolean> {
    const { creator, album_id, post_ids } = await begun(servers, 1);
    const [post_id = ''] = post_ids;
    const answers = await Promise.all([
      servers.call(round, deletePost, { post_id }, creator),
      servers.call(round + 1, editAlbumPosts, { album_id, add: [post_id] }, creator),
    ]);
    for (const { ec } of answers) expect([200, 40000]).toContain(ec);
    const { log } = race.api.deps;
    const deleted = (await log.readStream(postStream(post_id))).find(({ type }) => type === 'PostDeleted');
    const added = (await log.readStream(albumStream(album_id))).find(
      ({ type }) => type === 'AlbumPostsChanged',
    );
    expect(deleted).toBeDefined();
    return added !== undefined && added.position > (deleted?.position ?? 0);
  }

  it('is added before it is deleted, or not at all', async () => {
    for (let round = 0; round < 12; round += 1) expect(await addedDeleted(race.guarded, round)).toBe(false);
  });

  it('negative control: without expected versions a deleted post is added', async () => {
    expect(await goesWrong((round) => addedDeleted(race.careless, round))).toBe(true);
  });
});

describe('posts that two servers add to one album at once', () => {
  /** Whether two posts have one place, or a post is missing. */
  async function sharesPlace(servers: Servers, round: number): Promise<boolean> {
    const { creator, album_id, post_ids } = await begun(servers, 2);
    const answers = await Promise.all(
      post_ids.map((post_id, n) =>
        servers.call(round + n, editAlbumPosts, { album_id, add: [post_id] }, creator),
      ),
    );
    expect(answers.map(({ ec }) => ec)).toEqual([200, 200]);
    const changes = (await race.api.deps.log.readStream(albumStream(album_id))).flatMap(({ type, data }) =>
      type === 'AlbumPostsChanged' ? data.added : [],
    );
    return new Set(changes.map(({ rank }) => rank)).size < 2;
  }

  it('have places of their own', async () => {
    for (let round = 0; round < 8; round += 1) expect(await sharesPlace(race.guarded, round)).toBe(false);
  });

  it('negative control: without expected versions they share one', async () => {
    expect(await goesWrong((round) => sharesPlace(race.careless, round))).toBe(true);
  });
});

describe('SKUs that two servers link to the last places of one album at once', () => {
  const MOST = 20;
  const AT_ONCE = 4;
  const PLACES = 2;

  /** Whether the album names exactly those whose link was accepted, and as many as there were places. */
  async function isWhole(servers: Servers, round: number): Promise<boolean> {
    const { api } = race;
    const { creator, album_id } = await begun(servers, 0);
    const sku = Array.from({ length: MOST - PLACES + AT_ONCE }, (_, n) => forSale(`Model ${n}`, ''));
    const { plan_id, sku: models } = await savePlan(api, creator, { name: 'Book', product_type: 1, sku });
    const all = models.map(({ sku_id }) => ({ plan_id, sku_id }));
    await api.data(editAlbum, { album_id, title: 'Poems', skus: all.slice(AT_ONCE) }, creator);
    const streams = [albumStream(album_id), planStream(asPlanId(plan_id))];
    for (const n of [0, 1]) await servers.committer(n).read(streams, () => null);
    const late = all.slice(0, AT_ONCE);
    const answers = await Promise.all(
      late.map((one, n) => servers.call(round + n, linkAlbum, { album_id, ...one }, creator)),
    );
    for (const { ec } of answers) expect([200, 40000]).toContain(ec);
    const accepted = late.filter((_, n) => answers[n]?.ec === 200);
    const named = (await api.deps.log.readStream(streams[0]!)).flatMap(({ type, data }) =>
      type === 'AlbumTermsChanged' ? [data.terms.skus.map(({ sku_id }) => sku_id)] : [],
    );
    const missing = accepted.filter(({ sku_id }) => !named.at(-1)?.includes(asSkuId(sku_id)));
    return accepted.length === PLACES && missing.length === 0;
  }

  it('are named, two of four; the others are refused', async () => {
    for (let round = 0; round < 8; round += 1) expect(await isWhole(race.guarded, round)).toBe(true);
  });

  it('negative control: without expected versions more are accepted, and some are lost', async () => {
    expect(await goesWrong(async (round) => !(await isWhole(race.careless, round)))).toBe(true);
  });
});

describe('an upgrade is paid while the terms of an album change, on two servers', () => {
  it('opens the album to those who upgraded, and to nobody else', async () => {
    const { api, guarded } = race;
    const creator = await certifiedCreator(api);
    const plan = (name: string, price: string) => savePlan(api, creator, { ...sponsorshipForm, name, price });
    const [tea, gold] = [await plan('Tea', '10.00'), await plan('Gold', '90.00')];
    for (let round = 0; round < 4; round += 1) {
      const terms = { title: 'Poems', plan_ids: [tea.plan_id] };
      const { album_id } = (await api.data(editAlbum, terms, creator)).album;
      const of = { audience: 'self' as const, content: 'Text', album_ids: [album_id] };
      const { post_id } = await publish(api, creator, of);
      await publish(api, creator, { ...of, post_id, audience: 'price', min_price: '900.00' });
      const [upgrader, member] = [await api.user(), await api.user()];
      for (const fan of [upgrader, member])
        await orderCalls(api, fan).buy({ plan_id: tea.plan_id, month: 1 });
      await api.projected();
      const rights = () =>
        Promise.all(
          [upgrader, member].map(async (fan) => (await api.data(getPost, { post_id }, fan)).post.has_right),
        );
      expect(await rights()).toEqual([true, true]);
      const changed = { ...terms, album_id, plan_ids: [gold.plan_id] };
      const [, answer] = await Promise.all([
        orderCalls(api, upgrader).buy({ plan_id: gold.plan_id, month: 1 }),
        guarded.call(round, editAlbum, changed, creator),
      ]);
      expect(answer.ec).toBe(200);
      await api.projected();
      expect(await rights()).toEqual([true, false]);
    }
  });
});
