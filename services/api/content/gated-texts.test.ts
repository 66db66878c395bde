import { beforeAll, expect, test } from 'vitest';
import { fixture } from '#events/testing/fixture.ts';
import { addTeamMember } from '#services/contract/accounts/team.ts';
import { listPlans } from '#services/contract/catalog/plans.ts';
import { type EditAlbum, editAlbum, editAlbumPosts } from '#services/contract/content/albums.ts';
import { publishComment } from '#services/contract/content/comments.ts';
import { TEAM_HEADER } from '#services/contract/endpoint.ts';
import { markCreator, markPost } from '#services/contract/relations/marks.ts';
import { startPages } from '../testing/pages.ts';
import { certifiedCreator, publish } from '../testing/posting.ts';
import { readyFile } from '../testing/ready-files.ts';
import { routesOf } from '../testing/route-list.ts';
import { savePlan, sponsorshipForm } from '../testing/shop.ts';
import { startTestApi, type TestUser } from '../testing/test-api.ts';

const MARKER = 'wilhelmina-writes-this-for-members';
const words = (text: string, marks?: object[]) => ({
  type: 'paragraph',
  content: [{ type: 'text', text, ...(marks && { marks }) }],
});
/** Articles with the marker in each field that can be behind the line. */
const behindTheLine = [
  words(MARKER),
  words('a', [{ type: 'link', attrs: { href: `https://example.com/${MARKER}` } }]),
  { type: 'blockquote', content: [words(MARKER)] },
  { type: 'codeBlock', attrs: { language: MARKER }, content: [{ type: 'text', text: MARKER }] },
  { type: 'embed', attrs: { url: `https://example.com/${MARKER}`, title: MARKER, description: MARKER } },
].map((node) => ({ type: 'doc', content: [words('Open'), { type: 'paywall' }, node] }));
const withoutLine = { type: 'doc', content: [words(MARKER)] };
const api = fixture(startTestApi);
const pages = fixture(() => startPages(api));
const creator = fixture(() => certifiedCreator(api));
let locked: string[];
/** One with the locked posts, and a hidden one. */
let albums: string[];
/** What nobody without the right may see: the text, ids of its files, and their names in the store. */
let markers: string[];
let file_ids: string[];
/** Threads of the locked posts. */
const root_comment_ids = new Map<string, string>();
beforeAll(async () => {
  const { plan_id } = await savePlan(api, creator, sponsorshipForm);
  const content = MARKER;
  const files = [];
  for (const kind of ['picture', 'audio', 'video', 'attachment'] as const)
    files.push(await readyFile(api, creator, kind));
  file_ids = files.map(({ file_id }) => file_id);
  markers = [MARKER, ...file_ids, ...files.map(({ object }) => object)];
  const [pic = '', audio = '', video = '', attachment = ''] = file_ids;
  const media = { pics: [pic], audio, video, attachment };
  const hour = Math.floor(api.deps.clock.now() / 1_000) + 3_600;
  locked = [];
  const vote = { title: MARKER, options: [{ name: MARKER }, { name: 'Other' }] };
  for (const terms of [
    { audience: 'members' },
    { audience: 'price', min_price: '1.00' },
    { audience: 'named', plan_ids: [plan_id] },
    { audience: 'self' },
    { publish_time: hour },
  ] as const)
    locked.push(
      (await publish(api, creator, { content, media, vote, ...terms, plan_ids: [plan_id] })).post_id,
    );
  for (const doc of [...behindTheLine, withoutLine]) {
    const article = { type: 1, title: 'Title', rich: JSON.stringify(doc), audience: 'members' } as const;
    locked.push((await publish(api, creator, article)).post_id);
  }
  const make = async (body: Partial<EditAlbum>) =>
    (await api.data(editAlbum, { title: 'Poems', ...body }, creator)).album.album_id;
  const hidden = { title: MARKER, content: MARKER, status: 3 } as const;
  albums = [await make({}), await make({ ...hidden, plan_ids: [plan_id] })];
  for (const album_id of albums) await api.data(editAlbumPosts, { album_id, add: locked }, creator);
  await api.projected();
  // A comment is as locked as its post. The scheduled one takes none yet.
  for (const post_id of locked) {
    const { data } = await api.call(publishComment, { post_id, content: MARKER }, creator);
    const root = data.root_comment_id;
    if (root === undefined) continue;
    root_comment_ids.set(post_id, root);
    await api.call(publishComment, { post_id, content: MARKER, reply_comment_id: root }, creator);
  }
});

/** What every call that reads answers about the locked posts. */
async function answersTo(caller: TestUser | undefined, more: Record<string, string> = {}): Promise<string[]> {
  const headers = {
    'locale-lang': 'en-US',
    ...(caller && { authorization: `Bearer ${caller.token}` }),
    ...more,
  };
  const reading = routesOf(api.app).filter(
    ({ method, changes, url }) => method === 'GET' && !changes && url.startsWith('/api/'),
  );
  const found: string[] = [];
  for (const { url } of reading) {
    if (url.startsWith('/api/live')) continue;
    const isFeed = url.endsWith('-feed');
    const feed = isFeed && { type: caller ? 'my' : 'public', per_page: '20', publish_sn: '0' };
    const ofPosts = /\/(post|comment|vote)\//.test(url);
    for (const [n, post_id] of (ofPosts ? locked : locked.slice(0, albums.length)).entries()) {
      const album_id = albums[n % albums.length] ?? '';
      const named = { user_id: creator.user_id, file_ids: file_ids.join() };
      const query = {
        q: MARKER,
        post_id,
        vote_id: post_id,
        album_id,
        ...named,
        status: '1',
        per_page: url.includes('/comment/') ? '30' : url.includes('search') ? '20' : '50',
        ...feed,
      };
      if (url.includes('/comment/'))
        Object.assign(query, { root_comment_id: root_comment_ids.get(post_id) ?? '1' });
      found.push((await api.app.inject({ method: 'GET', url, headers, query })).body);
    }
  }
  return found;
}
const withMarker = (answers: readonly string[]) =>
  answers.filter((answer) => markers.some((marker) => answer.includes(marker))).length;

test('no call shows a locked text, or a way to its files, to a guest, a fan, another creator or a member without the right', async () => {
  const [fan, other, member] = [await api.user(), await certifiedCreator(api), await api.user()];
  const { email: account } = await api.deps.accounts.addressesOf(member.user_id);
  await api.data(addTeamMember, { account, member_name: 'Ann', rights: ['orders', 'stats'] }, creator);
  // Their own feeds and collections have what they find of it.
  for (const person of [fan, other]) {
    await api.data(markCreator, { user_id: creator.user_id }, person);
    for (const post_id of locked) await api.call(markPost, { post_id }, person);
  }
  const forCreator = { [TEAM_HEADER]: creator.user_id };
  for (const answers of [
    await answersTo(undefined),
    await answersTo(fan),
    await answersTo(other),
    await answersTo(member, forCreator),
  ]) {
    expect(answers.length).toBeGreaterThan(100);
    expect(withMarker(answers)).toBe(0);
  }
  // Its creator finds it, so the search works.
  expect(withMarker(await answersTo(creator))).toBeGreaterThan(0);
});

test('no page has a locked text, or a way to its files, for any person', async () => {
  const { url_slug } = (await api.deps.accounts.profiles.byId(creator.user_id)) ?? {};
  const { list } = await api.data(listPlans, { user_id: creator.user_id });
  const paths = [
    '/',
    ...['', '/plan', '/thank', '/album'].map((part) => `/a/${url_slug}${part}`),
    ...list.map(({ plan_id }) => `/item/${plan_id}`),
    ...locked.map((post_id) => `/p/${post_id}`),
    '/robots.txt',
    '/sitemap.xml',
    '/sitemap/posts-0.xml',
  ];
  const read = async (headers: Record<string, string>) => {
    const bodies: string[] = [];
    for (const url of paths) bodies.push((await pages.inject({ url, headers })).body);
    return bodies;
  };
  const guest = await read({ accept: 'text/html' });
  // The pages are there: they name their creator.
  expect(guest.filter((body) => body.includes(creator.name)).length).toBeGreaterThan(locked.length);
  expect(withMarker(guest)).toBe(0);
  // Nor is it there for its creator: pages are the same for everybody.
  const { token } = creator;
  const sessions: Record<string, string>[] = [
    { cookie: `auth_token=${token}` },
    { authorization: `Bearer ${token}` },
  ];
  for (const own of sessions) expect(withMarker(await read({ accept: '*/*', ...own }))).toBe(0);
});

test('a public feed has nothing of locked posts, and no address for their files', async () => {
  const { url_slug: slug = '' } = (await api.deps.accounts.profiles.byId(creator.user_id)) ?? {};
  const get = (path: string) => api.app.inject({ method: 'GET', url: `/rss/${slug}${path}` });
  const { body } = await get('');
  expect([body.includes('<item>'), withMarker([body])]).toEqual([true, 0]);
  for (const post_id of locked.slice(0, 5))
    for (const file_id of file_ids) {
      const { statusCode } = await get(`/${post_id}/${file_id}`);
      expect(statusCode).toBe(404);
    }
});

test('a file cannot be read without an address, with one of another file, or of another variant', async () => {
  const [pic = '', audio = ''] = file_ids;
  const at = api.deps.clock.now();
  const own = { reader: creator.user_id, used_by: `post:${locked[0]}`, file_id: pic, variant: 'blur' };
  const { search } = new URL(api.deps.media.addresses.of(own, at), 'http://localhost');
  const paths = [pic, audio].flatMap((id) => ['original', 'w1440', 'w320'].map((name) => `${id}/${name}`));
  for (const headers of [{}, { authorization: `Bearer ${(await api.user()).token}` }])
    for (const path of paths)
      for (const query of ['', '?e=9999999999&u=&p=&s=', search]) {
        const { statusCode } = await api.app.inject({
          method: 'GET',
          url: `/media/${path}${query}`,
          headers,
        });
        expect(statusCode).toBe(403);
      }
});
