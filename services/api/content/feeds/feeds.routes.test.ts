import { beforeEach, expect, test } from 'vitest';
import { fixture } from '#events/testing/fixture.ts';
import { setCanCopyPic, setCanCopyText } from '#services/contract/catalog/page-settings.ts';
import { getFeedKey, MAX_FEED_POSTS } from '#services/contract/content/feeds.ts';
import { type PublishPost, publishPost } from '#services/contract/content/posts.ts';
import { refundOrder } from '#services/contract/orders/after-payment.ts';
import { orderCalls } from '../../testing/order-calls.ts';
import { certifiedCreator, publish } from '../../testing/posting.ts';
import { readyFile } from '../../testing/ready-files.ts';
import { savePlan, sponsorshipForm } from '../../testing/shop.ts';
import { startTestApi, type TestUser } from '../../testing/test-api.ts';

const SECRET = 'The key is under the mat';
const api = fixture(startTestApi);
let creator: TestUser;
let slug: string;
let fan: TestUser;
beforeEach(async () => {
  creator = await certifiedCreator(api);
  slug = (await api.deps.accounts.profiles.byId(creator.user_id))?.url_slug ?? '';
  fan = await api.user();
});

const write = (body: Partial<PublishPost>) => publish(api, creator, body);
async function read(query: Record<string, string> = {}, of = slug, headers: Record<string, string> = {}) {
  await api.projected();
  return api.app.inject({
    method: 'GET',
    url: `/rss/${of}`,
    query,
    headers: { host: 'shop.localhost', ...headers },
  });
}
const keyOf = async (as: TestUser, renew = false) => {
  await api.projected();
  return (await api.data(getFeedKey, { user_id: creator.user_id, renew }, as)).key;
};
/** A fan who pays for a month. @returns number of the order */
async function member(): Promise<string> {
  const { plan_id } = await savePlan(api, creator, sponsorshipForm);
  const out_trade_no = await orderCalls(api, fan).buy({ plan_id, month: 1 });
  await api.projected();
  return out_trade_no;
}

test('a public feed has open texts, teasers of locked posts with a link, and nothing else', async () => {
  const open = await write({ title: 'A & B ]]>', content: 'One <b>\u000b\n\ntwo\nthree' });
  const locked = await write({ content: SECRET, preview_text: 'Soon', audience: 'members' });
  const own = await write({ content: SECRET, audience: 'self' });
  const later = Math.floor(api.deps.clock.now() / 1_000) + 3_600;
  const scheduled = await write({ content: SECRET, publish_time: later });
  const { body, headers, statusCode } = await read({ lang: 'en-US' });
  expect([statusCode, headers['content-type']]).toEqual([200, 'application/rss+xml; charset=utf-8']);
  expect(headers['cache-control']).toBe('public, max-age=300');
  const [channel = '', newest = '', oldest = '', ...more] = body.split('<item>');
  expect(more).toEqual([]);
  expect(channel).toContain(`<link>http://localhost/a/${slug}</link>`);
  expect(newest).toContain(`<link>http://localhost/p/${locked.post_id}</link>`);
  expect(newest).toContain('<title><![CDATA[Soon]]></title>');
  const ask = `<p><a href="http://localhost/p/${locked.post_id}">This post is locked. See how to unlock it</a></p>`;
  expect(newest).toContain(`<content:encoded><![CDATA[<p>Soon</p>${ask}]]></content:encoded>`);
  expect(oldest).toContain(`<guid isPermaLink="false">${open.post_id}</guid>`);
  expect(oldest).toContain('<title><![CDATA[A & B ]]]]><![CDATA[>]]></title>');
  expect(oldest).toContain('<![CDATA[<p>One &#60;b&#62;</p><p>two<br>three</p>]]>');
  for (const hidden of [SECRET, own.post_id, scheduled.post_id]) expect(body).not.toContain(hidden);
});

test('an answer that has not changed is 304; an unknown creator is 404', async () => {
  await write({ content: 'One' });
  const { headers } = await read();
  const again = await read({}, slug, { 'if-none-match': String(headers.etag) });
  expect([again.statusCode, again.body]).toEqual([304, '']);
  await write({ content: 'Two' });
  expect((await read({}, slug, { 'if-none-match': String(headers.etag) })).statusCode).toBe(200);
  expect((await read({}, 'nobody')).statusCode).toBe(404);
});

test('a private feed has what its reader can read now, until the refund; a new key ends the former', async () => {
  await write({ content: SECRET, audience: 'members' });
  await api.projected();
  expect((await api.call(getFeedKey, { user_id: creator.user_id }, fan)).ec).toBe(40300);
  const out_trade_no = await member();
  const key = await keyOf(fan);
  expect(await keyOf(fan)).toBe(key);
  const before = await read({ key });
  expect([before.statusCode, before.headers['cache-control']]).toEqual([200, 'private, max-age=300']);
  expect(before.body).toContain(SECRET);
  // The key names the creator; the slug may have changed since.
  expect((await read({ key }, 'former')).body).toContain(SECRET);
  const renewed = await keyOf(fan, true);
  expect((await read({ key })).statusCode).toBe(404);
  await api.data(refundOrder, { out_trade_no, amount: '30.00', reason: 'late' }, creator);
  expect((await read({ key: renewed })).body).not.toContain(SECRET);
  expect(renewed).not.toBe(key);
});

test('texts are left out of a feed while their creator does not allow copying', async () => {
  await write({ content: SECRET, preview_text: 'Soon' });
  await api.data(setCanCopyText, { status: false }, creator);
  const { body } = await read();
  expect([body.includes(SECRET), body.includes('Soon')]).toEqual([false, true]);
});

/** Files for a post: a picture and a sound. */
async function someFiles() {
  const [{ file_id: pic }, { file_id: audio }] = await Promise.all([
    readyFile(api, creator),
    readyFile(api, creator, 'audio'),
  ]);
  return { pic, audio, media: { pics: [pic], audio } };
}
const addressOf = (post_id: string, file: string, key = '') =>
  `/rss/${slug}/${post_id}/${file}${key === '' ? '' : `?key=${key}`}`;
/** As a feed reader fetches it: without a session. */
async function fetched(url: string, headers: Record<string, string> = {}) {
  await api.projected();
  const { statusCode, headers: sent } = await api.app.inject({ method: 'GET', url, headers });
  return { statusCode, sent };
}
const statusOf = async (url: string) => (await fetched(url)).statusCode;

test('files of a public post have addresses that work while it is public and in the feed', async () => {
  const { pic, audio, media } = await someFiles();
  const { post_id } = await write({ content: 'Hello', media });
  const { body } = await read();
  const [picture, sound] = [addressOf(post_id, pic), addressOf(post_id, `${audio}.mp3`)];
  expect(body).toContain(`<img src="http://localhost${picture}" alt="">`);
  expect(body).toMatch(
    new RegExp(`<enclosure (?=.*url="http://localhost${sound}")(?=.*type="audio/mpeg")(?=.*length="\\d+")`),
  );
  expect(body).toContain('xmlns:itunes');
  expect(body).not.toContain('/media/');
  const whole = await fetched(picture);
  expect([whole.statusCode, whole.sent]).toMatchObject([
    200,
    { 'content-type': 'image/png', 'cross-origin-resource-policy': 'cross-origin' },
  ]);
  const part = await fetched(sound, { range: 'bytes=0-3' });
  expect([part.statusCode, part.sent['content-length']]).toEqual([206, '4']);
  const { post_id: other } = await write({ content: 'Other' });
  for (const url of [addressOf(other, pic), addressOf('unknown', pic), addressOf(post_id, 'unknown')])
    expect(await statusOf(url)).toBe(404);
  await api.data(setCanCopyPic, { status: false }, creator);
  expect([(await read()).body.includes('<img'), await statusOf(picture), await statusOf(sound)]).toEqual([
    false,
    404,
    200,
  ]);
  await api.data(publishPost, { post_id, content: 'Hello', media, audience: 'members' }, creator);
  expect(await statusOf(sound)).toBe(404);
  for (const file of [pic, audio, post_id]) expect((await read()).body.includes(file)).toBe(file === post_id);
});

test('pictures of a public post stay after it has left the feed, for previews of links; with a key they do not', async () => {
  const { pic, media } = await someFiles();
  const { post_id } = await write({ content: 'Old', media });
  const picture = addressOf(post_id, pic);
  for (let count = 0; count < MAX_FEED_POSTS; count += 1) await write({ content: `Newer ${count}` });
  expect((await read()).body).not.toContain(post_id);
  expect(await statusOf(picture)).toBe(200);
  await member();
  expect(await statusOf(addressOf(post_id, pic, await keyOf(fan)))).toBe(404);
  await api.data(publishPost, { post_id, content: 'Old', media, audience: 'members' }, creator);
  expect(await statusOf(picture)).toBe(404);
});

test('files of a locked post are for the key of a reader, until the refund', async () => {
  const { pic, audio, media } = await someFiles();
  const { post_id } = await write({ content: SECRET, media, audience: 'members' });
  const out_trade_no = await member();
  const key = await keyOf(fan);
  const { body } = await read({ key });
  expect(body).toContain(`http://localhost${addressOf(post_id, pic, key)}`);
  const urls = (of: string) => [addressOf(post_id, pic, of), addressOf(post_id, `${audio}.mp3`, of)];
  const statuses = (of: string) => Promise.all(urls(of).map(statusOf));
  expect(await statuses(key)).toEqual([200, 200]);
  const shared = await fetched(urls(key)[0] ?? '');
  expect(shared.sent['cache-control']).toMatch(/^private, max-age=\d{1,3}$/);
  for (const wrong of ['', 'invented']) expect(await statuses(wrong)).toEqual([404, 404]);
  const { body: forAll } = await read();
  for (const file of [pic, audio]) expect(forAll).not.toContain(file);
  const renewed = await keyOf(fan, true);
  expect([await statuses(key), await statuses(renewed)]).toEqual([
    [404, 404],
    [200, 200],
  ]);
  await api.data(refundOrder, { out_trade_no, amount: '30.00', reason: 'late' }, creator);
  expect(await statuses(renewed)).toEqual([404, 404]);
});
