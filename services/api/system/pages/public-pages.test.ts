import { fastify } from 'fastify';
import { expect, test, vi } from 'vitest';
import { fixture } from '#events/testing/fixture.ts';
import { editCreator, getProfileBySlug } from '#services/contract/catalog/creators.ts';
import { deletePlan } from '#services/contract/catalog/plan-changes.ts';
import { editAlbum } from '#services/contract/content/albums.ts';
import { deletePost } from '#services/contract/content/posts.ts';
import { startPages } from '../../testing/pages.ts';
import { certifiedCreator, publish } from '../../testing/posting.ts';
import { openShop, savePlan } from '../../testing/shop.ts';
import { startTestApi } from '../../testing/test-api.ts';
import { LANDING_TEXT, LANDING_TITLE, LIST_WORDS } from './page-words.ts';
import { publicPages } from './public-pages.ts';

const api = fixture(startTestApi);
const pages = fixture(() => startPages(api));

const EVIL = `"><script>alert('1')</script>$&<!--`;

async function read(url: string, headers: Record<string, string> = {}) {
  await api.projected();
  const { statusCode, body } = await pages.inject({ url, headers: { accept: 'text/html', ...headers } });
  const found = (pattern: RegExp) => pattern.exec(body)?.[1];
  return {
    status: statusCode,
    body,
    title: found(/<title>(.*?)<\/title>/),
    description: found(/<meta name="description" content="(.*?)" \/>/),
    heading: found(/<h1>(.*?)<\/h1>/),
    card: (name: string) => found(new RegExp(`<meta property="og:${name}" content="(.*?)">`)),
    answers: JSON.parse(found(/<script type="application\/json" id="page-answers">(.*?)<\/script>/) ?? '{}'),
  };
}

/** A creator whose page has such words. */
async function creatorWith(words: { name: string; doing: string; detail: string }) {
  const creator = await certifiedCreator(api);
  const { url_slug = '' } = (await api.deps.accounts.profiles.byId(creator.user_id)) ?? {};
  await api.data(editCreator, { ...words, url_slug }, creator);
  return { ...creator, url_slug };
}

test('a creator’s page has name, description and picture for robots, and the answers of its first calls', async () => {
  const { url_slug, user_id } = await creatorWith({
    name: 'Mei',
    doing: 'paints foxes',
    detail: 'Since 2019',
  });
  const post = await publish(api, {
    user_id,
    name: '',
    token: api.app.sessionTokens.issue(await api.deps.accounts.sessions.open(user_id)),
  });
  await api.deps.pool.query(`UPDATE accounts.users SET avatar = '/files/fox.webp' WHERE id = $1`, [user_id]);
  const page = await read(`/a/${url_slug}`);
  expect(page).toMatchObject({
    status: 200,
    title: 'Mei · Fanwatt',
    description: 'paints foxes · Since 2019',
    heading: 'Mei',
  });
  expect([page.card('title'), page.card('url')]).toEqual(['Mei', `http://localhost/a/${url_slug}`]);
  expect(page.card('image')).toBe('http://localhost/files/fox.webp');
  const [profile, posts] = Object.keys(page.answers);
  expect(profile).toBe(`/api/user/get-profile-by-slug?url_slug=${url_slug}`);
  expect(page.answers[profile ?? '']).toEqual(await api.data(getProfileBySlug, { url_slug }));
  expect(page.answers[posts ?? ''].list[0].post_id).toBe(post.post_id);
});

test('what creators type never becomes markup', async () => {
  const creator = await creatorWith({ name: EVIL, doing: EVIL, detail: EVIL });
  const { plan } = await openShop(api, [{ name: 'One', price: '1.00', stock: 1 }], { desc: EVIL });
  const named = await savePlan(api, creator, { name: EVIL, product_type: 0, price: '30.00', desc: EVIL });
  const post = await publish(api, creator, { content: EVIL, share_title: EVIL, share_text: EVIL });
  for (const path of [
    `/a/${creator.url_slug}`,
    `/item/${named.plan_id}`,
    `/item/${plan.plan_id}`,
    `/p/${post.post_id}`,
  ]) {
    const { status, body, answers } = await read(path);
    expect(status).toBe(200);
    // The element with the data is the only one that a page adds.
    expect(body.match(/<script/g)).toHaveLength(1);
    expect(body).not.toContain('<!--');
    expect(JSON.stringify(answers)).toContain(JSON.stringify(EVIL).slice(1, -1));
  }
});

test('the page of a person has no answers: its calls are those of the person', async () => {
  const { url_slug } = await creatorWith({ name: 'Mei', doing: '', detail: '' });
  const { heading, answers } = await read(`/a/${url_slug}`, { cookie: 'auth_token=any' });
  expect([heading, answers]).toEqual(['Mei', {}]);
});

test('neither the host of a request nor its query reaches a page', async () => {
  const { url_slug } = await creatorWith({ name: 'Mei', doing: 'foxes', detail: '' });
  const plain = await read(`/a/${url_slug}`);
  const other = await read(`/a/${url_slug}?lang=evil&x=%22%3E%3Cscript%3E`, {
    host: 'evil.example',
    'x-forwarded-host': 'evil.example',
  });
  expect(other.body).toBe(plain.body);
  expect(plain.body).toContain(`<link rel="canonical" href="http://localhost/a/${url_slug}">`);
});

test('a page needs two calls at most, and an address without a page none', async () => {
  const { url_slug } = await creatorWith({ name: 'Mei', doing: 'foxes', detail: '' });
  await api.projected();
  const calls = vi.spyOn(api.app, 'inject');
  const callsOf = async (url: string, headers: Record<string, string> = {}) => {
    calls.mockClear();
    await pages.inject({ url, headers });
    return calls.mock.calls.length;
  };
  expect(await callsOf(`/a/${url_slug}`)).toBe(2);
  expect(await callsOf(`/a/${url_slug}`, { cookie: 'auth_token=any' })).toBe(1);
  for (const path of ['/nowhere', '/a', '/a/x/y/z', `/${'x'.repeat(2_000)}`])
    expect(await callsOf(path)).toBe(0);
  calls.mockRestore();
});

test('visits at the same time share their calls; a refusal for one address is not that of another', async () => {
  const busy = fastify();
  let calls = 0;
  busy.get('/api/user/get-profile-by-slug', async ({ ip }, reply) => {
    calls += 1;
    await new Promise(setImmediate);
    if (ip === '10.0.0.9') return reply.code(429).send({ ec: 42900, em: '' });
    return { ec: 200, data: { user: { name: 'Mei', avatar: '', cover: '', creator: null } } };
  });
  const page = publicPages(busy, { publicUrl: 'https://fanwatt.example' });
  const visit = (ip: string, slug = 'mei') =>
    page({
      ip,
      search: new URLSearchParams(),
      page: { route: '/a/$slug/plan', params: { slug }, files: () => [] },
      language: 'en-US',
      isGuest: true,
    });
  const shown = await Promise.all(Array.from({ length: 50 }, (_, at) => visit(`10.0.1.${at}`)));
  expect(calls).toBe(1);
  expect(new Set(shown.map(({ words }) => words?.heading))).toEqual(new Set(['Mei']));
  const [refusedOne, answered] = await Promise.all([visit('10.0.0.9'), visit('10.0.0.1')]);
  expect([refusedOne.words, refusedOne.gone, answered.words?.heading]).toEqual([undefined, false, 'Mei']);
  await busy.close();
});

test('items and posts have their words; those that are gone, and unknown ones, are 404', async () => {
  const { plan, creator } = await openShop(api, [{ name: 'One', price: '1.00', stock: 1 }], {
    desc: '<p>Warm &amp; red</p>',
  });
  expect(await read(`/item/${plan.plan_id}`)).toMatchObject({ heading: 'Scarf', status: 200 });
  const writer = await certifiedCreator(api);
  const post = await publish(api, writer, { title: 'Foxes', content: 'One fox. Two foxes.' });
  expect(await read(`/p/${post.post_id}`)).toMatchObject({
    title: 'Foxes · Fanwatt',
    description: 'One fox. Two foxes.',
  });
  await api.data(deletePlan, { plan_id: plan.plan_id }, creator);
  await api.data(deletePost, { post_id: post.post_id }, writer);
  for (const path of [`/item/${plan.plan_id}`, `/p/${post.post_id}`, '/p/none', '/item/none', '/a/nobody1'])
    expect(await read(path)).toMatchObject({ status: 404, heading: undefined, answers: {} });
});

test('albums, posts in them and people have their words; those that are gone are 404', async () => {
  const writer = await certifiedCreator(api);
  const { album } = await api.data(editAlbum, { title: 'Forests', content: 'Ten walks.' }, writer);
  const { post_id } = await publish(api, writer, {
    title: 'Foxes',
    content: 'One fox.',
    album_ids: [album.album_id],
  });
  const { name } = (await api.deps.accounts.profiles.byId(writer.user_id)) ?? { name: '' };
  expect(await read(`/album/${album.album_id}`)).toMatchObject({
    status: 200,
    title: `Forests · ${name} · Fanwatt`,
    description: 'Ten walks.',
    heading: 'Forests',
  });
  expect((await read(`/album/${album.album_id}/${post_id}`)).heading).toBe('Foxes');
  expect((await read(`/u/${writer.user_id}`)).heading).toBe(name);
  await api.data(deletePost, { post_id }, writer);
  const { album: hidden } = await api.data(editAlbum, { title: 'Draft', content: '', status: 3 }, writer);
  for (const path of [
    `/album/${hidden.album_id}`,
    `/album/${album.album_id}/${post_id}`,
    '/album/none',
    '/u/none',
  ])
    expect(await read(path)).toMatchObject({ status: 404, heading: undefined, answers: {} });
});

test('the landing page is in the language of the browser', async () => {
  const chinese = await read('/');
  const english = await read('/', { 'accept-language': 'en-US,en;q=0.9' });
  expect(chinese.heading).toBe(LANDING_TITLE['zh-CN'].replace('\n', '<br>'));
  expect(english.description).toBe(LANDING_TEXT['en-US']);
  expect(english.body).toContain('<html lang="en-US">');
  expect(english.card('image')).toBe('http://localhost/icon-512.png');
  expect(Object.keys(english.answers)).toEqual(['/api/creator/explore?rec=1&page=1']);
});

test('the site map has public creators, items and posts, and nothing else', async () => {
  const { plan, creator } = await openShop(api, [{ name: 'One', price: '1.00', stock: 1 }]);
  const hidden = await savePlan(api, creator, {
    name: 'Hidden',
    product_type: 1,
    status: 3,
    sku: [{ name: 'One', price: '1.00', stock: 1 }],
  });
  const writer = await certifiedCreator(api);
  const open = await publish(api, writer);
  const locked = await publish(api, writer, { audience: 'members' });
  await api.projected();
  const get = (url: string) => api.app.inject(url);
  const index = (await get('/sitemap.xml')).body;
  const parts = [...index.matchAll(/<loc>http:\/\/localhost(.*?)<\/loc>/g)].map(([, path = '']) => path);
  expect(parts).toEqual(['lists', 'creators', 'items', 'posts'].map((kind) => `/sitemap/${kind}-0.xml`));
  const all = (await Promise.all(parts.map(async (path) => (await get(path)).body))).join('\n');
  const has = (path: string) => all.includes(`<loc>http://localhost${path}</loc>`);
  const { url_slug = '' } = (await api.deps.accounts.profiles.byId(writer.user_id)) ?? {};
  expect([`/a/${url_slug}`, `/item/${plan.plan_id}`, `/p/${open.post_id}`].map(has)).toEqual([
    true,
    true,
    true,
  ]);
  expect([`/item/${hidden.plan_id}`, `/p/${locked.post_id}`].map(has)).toEqual([false, false]);
  for (const path of [
    '/sitemap/posts-7.xml',
    '/sitemap/lists-1.xml',
    '/sitemap/posts-x.xml',
    '/sitemap/orders-0.xml',
    '/sitemap/posts-99999999999.xml',
  ])
    expect((await get(path)).statusCode).toBe(404);
  const robots = await get('/robots.txt');
  expect(robots.body).toContain('Sitemap: http://localhost/sitemap.xml');
  expect(robots.headers['content-type']).toBe('text/plain; charset=utf-8');
});

test('the pages of all creators have words for robots, and the answer of their first call', async () => {
  const creator = await creatorWith({ name: 'Hua', doing: 'sings', detail: '' });
  await api.data(
    editCreator,
    { name: 'Hua', doing: 'sings', url_slug: creator.url_slug, category_id: 'music' },
    creator,
  );
  for (const [path, isThere] of [
    ['/explore', true],
    ['/music', true],
    ['/cartoon', false],
  ] as const) {
    const page = await read(path, { 'accept-language': 'en-US' });
    expect([page.status, page.title, page.description]).toEqual([
      200,
      `${LIST_WORDS[path].title['en-US']} · Fanwatt`,
      LIST_WORDS[path].text['en-US'],
    ]);
    expect(JSON.stringify(page.answers).includes('"name":"Hua"')).toBe(isThere);
  }
  expect((await read('/feed')).heading).toBe(LIST_WORDS['/feed'].title['zh-CN']);
});

test('each list in the site map is the page that its address says; other words in an address change nothing', async () => {
  const creator = await creatorWith({ name: 'Painter', doing: 'foxes', detail: '' });
  const form = { name: 'Painter', url_slug: creator.url_slug, category_id: 'painting' };
  await api.data(editCreator, form, creator);
  const { body } = await api.app.inject('/sitemap/lists-0.xml');
  const lists = [...body.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address = '']) => address);
  expect(lists.length).toBe(13);
  for (const address of lists) {
    const page = await read(address.replace('http://localhost', ''));
    expect([page.status, page.card('url')]).toEqual([200, address]);
  }
  const painting = await read('/explore?category=painting&x=1', { 'accept-language': 'en-US' });
  expect(painting).toMatchObject({ title: 'Painting · Explore creators · Fanwatt' });
  expect(painting.card('url')).toBe('http://localhost/explore?category=painting');
  expect(Object.keys(painting.answers)).toEqual([
    '/api/creator/explore?type=hot&category_id=painting&per_page=24&page=1',
  ]);
  expect(JSON.stringify(painting.answers)).toContain('"name":"Painter"');
  expect((await read('/explore?category=video')).answers).not.toEqual(painting.answers);
  const plain = await read('/explore');
  for (const search of ['category=evil', 'category=comic', 'category=', 'x=painting'])
    expect((await read(`/explore?${search}`)).body).toBe(plain.body);
  expect((await read('/music?category=painting')).card('url')).toBe('http://localhost/music');
});
