import { beforeEach, describe, expect, test } from 'vitest';
import { fixture } from '#events/testing/fixture.ts';
import { previewPost } from '#services/contract/content/drafts.ts';
import { embedCard } from '#services/contract/content/embeds.ts';
import { listPosts } from '#services/contract/content/post-lists.ts';
import { deletePost, getPost, type PublishPost, publishPost } from '#services/contract/content/posts.ts';
import { openPageCards } from '#services/modules/content/page-cards.ts';
import { orderCalls } from '../testing/order-calls.ts';
import { certifiedCreator, eventsOfPost, publish } from '../testing/posting.ts';
import { savePlan, sponsorshipForm } from '../testing/shop.ts';
import { startTestApi, type TestUser } from '../testing/test-api.ts';

const api = fixture(startTestApi);
let creator: TestUser;
let fan: TestUser;
beforeEach(async () => {
  creator = await certifiedCreator(api);
  fan = await api.user();
});

const paragraph = (text: string, marks?: object[]) => ({
  type: 'paragraph',
  content: [{ type: 'text', text, ...(marks && { marks }) }],
});
const docOf = (...content: object[]) => ({ type: 'doc', content });
const DOC = docOf(paragraph('Open words'), { type: 'paywall' }, paragraph('Paid words'));
const RICH = JSON.stringify(DOC);
const TEASER = JSON.stringify(docOf(paragraph('Open words')));
const article: Partial<PublishPost> = { type: 1, title: 'Title', rich: RICH, content: 'ignored' };
const show = async (post_id: string, as?: TestUser) => (await api.data(getPost, { post_id }, as)).post;
const listed = async (as?: TestUser) => (await api.data(listPosts, { user_id: creator.user_id }, as)).list;

test('an article is read up to its line without the right, and whole with it', async () => {
  const { plan_id } = await savePlan(api, creator, sponsorshipForm);
  const post = await publish(api, creator, { ...article, audience: 'members' });
  const whole = { content: 'Open words\n\nPaid words', rich: RICH, characters: 18, minutes: 1 };
  expect(post).toMatchObject({ ...whole, has_right: true, type: 1 });
  await api.projected();
  const teaser = { ...whole, content: 'Open words', rich: TEASER, has_right: false };
  for (const reader of [undefined, fan]) {
    expect(await show(post.post_id, reader)).toMatchObject(teaser);
    expect(await listed(reader)).toMatchObject([{ ...teaser, rich: '' }]);
  }
  await orderCalls(api, fan).buy({ plan_id, month: 1 });
  await api.projected();
  expect(await show(post.post_id, fan)).toMatchObject({ ...whole, has_right: true });
  expect(await listed(fan)).toMatchObject([{ ...whole, rich: '', has_right: true }]);
});

test('an article without a line shows its preview text only', async () => {
  const rich = JSON.stringify(docOf(paragraph('Paid words')));
  const locked = { ...article, rich, audience: 'members' as const, preview_text: 'Preview' };
  const { post_id } = await publish(api, creator, locked);
  await api.projected();
  expect(await show(post_id, fan)).toMatchObject({ content: '', rich: '', preview_text: 'Preview' });
});

test('own words for search engines are public, bounded, and go with the post', async () => {
  const own = { share_title: ' Tides ', share_text: '三天的海' };
  const body = { ...article, ...own, audience: 'members' as const };
  const { post_id, share_title } = await publish(api, creator, body);
  await api.projected();
  const shared = { share_title: 'Tides', share_text: '三天的海' };
  expect([share_title, await show(post_id, fan)]).toMatchObject(['Tides', shared]);
  expect(await listed()).toMatchObject([shared]);
  const { body: feed } = await api.app.inject({
    method: 'GET',
    url: `/rss/${(await api.deps.accounts.profiles.byId(creator.user_id))?.url_slug}`,
  });
  for (const words of ['<title><![CDATA[Tides]]>', '<description><![CDATA[三天的海]]>'])
    expect(feed).toContain(words);
  expect(feed).not.toContain('Paid words');
  const rows = async () => (await api.deps.pool.query('SELECT FROM content.shares')).rowCount;
  for (const [field, text] of [
    ['share_title', '海'.repeat(61)],
    ['share_text', 'e\u0301'.repeat(161)],
    ['share_text', '\u202E'],
  ] as const) {
    const { ec, data } = await api.send(publishPost, { ...body, post_id, [field]: text }, creator);
    expect([ec, data.errors?.map((one: { field: string }) => one.field)]).toEqual([40000, [field]]);
  }
  expect(await show(post_id)).toMatchObject(shared);
  await publish(api, creator, { ...body, post_id, share_title: '', share_text: ' ' });
  expect([await show(post_id), await rows()]).toMatchObject([{ share_title: '', share_text: '' }, 0]);
  await publish(api, creator, { ...body, post_id });
  expect(await rows()).toBe(1);
  await api.data(deletePost, { post_id }, creator);
  expect(await rows()).toBe(0);
});

test('a changed document is a revision, the same one is not', async () => {
  const { post_id } = await publish(api, creator, article);
  await publish(api, creator, { ...article, post_id });
  // The same words in another form.
  const bold = JSON.stringify(docOf(paragraph('Open words', [{ type: 'bold' }]), ...DOC.content.slice(1)));
  const edited = await publish(api, creator, { ...article, post_id, rich: bold });
  expect(edited).toMatchObject({ rich: bold, content: 'Open words\n\nPaid words' });
  expect(await eventsOfPost(api, post_id)).toEqual(['PostCreated', 'PostPublished', 'PostTextChanged']);
});

test('refuses rich text of a post, an empty one, and what is no document; nothing is written', async () => {
  const count = async () => (await api.deps.pool.query('SELECT FROM content.texts')).rowCount;
  const [before, rows] = [await api.deps.log.head(), await count()];
  const link = [{ type: 'link', attrs: { href: 'javascript:alert(1)' } }];
  for (const [body, field] of [
    [{ type: 0 }, 'rich'],
    [{ title: ' ' }, 'title'],
    [{ rich: JSON.stringify(docOf({ type: 'paragraph' }, { type: 'paywall' })) }, 'rich'],
    [{ rich: JSON.stringify(docOf(paragraph('a', link))) }, 'rich'],
    [{ rich: '['.repeat(300_000) }, 'rich'],
    [{ rich: '说'.repeat(150_000) }, 'rich'],
    [{ rich: '', content: ' ' }, 'content'],
  ] as const) {
    const { ec, em, data } = await api.send(publishPost, { ...article, ...body }, creator);
    expect([ec, data.errors?.map((one: { field: string }) => one.field)]).toEqual([40000, [field]]);
    expect(em).not.toBe('');
  }
  expect([await api.deps.log.head(), await count()]).toEqual([before, rows]);
});

test('the largest article is published and read; a list has its first 20,000 characters', async () => {
  const long = Array.from({ length: 100 }, () => paragraph('说'.repeat(1_330)));
  const { post_id } = await publish(api, creator, { ...article, rich: JSON.stringify(docOf(...long)) });
  await api.projected();
  expect((await show(post_id)).characters).toBe(133_000);
  expect((await listed())[0]?.content).toHaveLength(20_000);
});

describe('a card of a page', () => {
  const read: string[] = [];
  const url = 'https://page.test/a';
  const embed = (attrs: object = {}) => ({
    type: 'embed',
    attrs: { url, title: 'Sent', picture: '', ...attrs },
  });
  const pages = fixture(async () => {
    const app = await startTestApi();
    app.deps.pageCards.of = openPageCards(app.deps.pool, async (address) => {
      read.push(address);
      return address === url ? { title: 'Page', description: 'About it' } : null;
    }).of;
    return app;
  });

  test('says what the page says, wherever it is; each page is read once', async () => {
    const author = await certifiedCreator(pages);
    const doc = docOf(
      embed(),
      { type: 'blockquote', content: [embed({ description: 'Sent' })] },
      { type: 'bulletList', content: [{ type: 'listItem', content: [embed({ url: `${url}?gone` })] }] },
    );
    const body = { ...article, rich: JSON.stringify(doc) };
    const post = await publish(pages, author, body);
    const cards = [...post.rich.matchAll(/"attrs":(\{[^}]*\})/g)].map(([, attrs = '']) => JSON.parse(attrs));
    const card = { url, title: 'Page', description: 'About it', picture: '' };
    expect(cards).toEqual([card, card, { url: `${url}?gone`, title: '', description: '', picture: '' }]);
    expect(post.content).toBe(`Page\n\nPage\n\n${url}?gone`);
    expect(read.toSorted()).toEqual([url, `${url}?gone`]);
    const { post: preview } = await pages.data(previewPost, { body, as: 'guest' }, author);
    expect(preview).toMatchObject({ rich: post.rich });
    expect(await pages.data(embedCard, { url }, author)).toEqual({
      url,
      title: 'Page',
      description: 'About it',
    });
    expect(read).toHaveLength(2);
    const refused = await pages.call(embedCard, { url: 'javascript:alert(1)' }, author);
    expect([refused.ec, refused.em]).toEqual([40000, expect.stringMatching(/./)]);
  });
});
