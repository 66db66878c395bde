import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { fixture } from '#events/testing/fixture.ts';
import { getMyAccount, setVisitsCounted } from '#services/contract/accounts/accounts.ts';
import { countVisit, getVisits } from '#services/contract/stats/visits.ts';
import { forgetOldVisits, VISIT_LIMITS } from '#services/modules/stats/visits.ts';
import { certifiedCreator, publish } from '../testing/posting.ts';
import { savePlan, sponsorshipForm } from '../testing/shop.ts';
import { startTestApi, type TestUser } from '../testing/test-api.ts';

const api = fixture(startTestApi);

const CHROME =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36';
/** A browser that was not there before. */
const browser = (): string => `browser-${randomUUID()}`;

interface Sent {
  refer?: string;
  as?: TestUser;
  headers?: Readonly<Record<string, string>>;
}

const visit = (uri: string, stat_id = browser(), { refer = '', as, headers = {} }: Sent = {}) =>
  api.data(countVisit, { stat_id, uri, refer }, as, { 'user-agent': CHROME, ...headers });

async function visitsOf(creator: TestUser) {
  await api.deps.visits.idle();
  return api.data(getVisits, {}, creator);
}
const total = async (creator: TestUser): Promise<number> =>
  (await visitsOf(creator)).list.reduce((sum, { visits }) => sum + visits, 0);

test('a browser counts once for a page and day, a visitor once a day', async () => {
  const creator = await api.creator();
  const page = `/a/${creator.url_slug}`;
  const one = browser();
  expect(await visit(page, one)).toEqual({ is_gui: 1 });
  await visit(`${page}?from=x#top`, one);
  await visit(`${page}/plan`, one, { refer: page });
  await visit(`/u/${creator.user_id}`, browser(), { refer: 'https://search.example' });
  const { list, pages, from_elsewhere, from_here, today } = await visitsOf(creator);
  expect(list).toEqual([{ date: today, visits: 2, visitors: 2 }]);
  expect(pages).toEqual([{ kind: 'page', subject_id: '', title: '', visits: 2 }]);
  expect([from_elsewhere, from_here]).toEqual([1, 0]);
});

test.each([
  [
    'a robot',
    { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' },
    0,
  ],
  ['a program without a name', { 'user-agent': '' }, 0],
  ['Do Not Track', { dnt: '1' }, 1],
  ['Global Privacy Control', { 'sec-gpc': '1' }, 1],
])('%s is not counted', async (_, headers, is_gui) => {
  const creator = await api.creator();
  expect(await visit(`/a/${creator.url_slug}`, browser(), { headers })).toEqual({ is_gui });
  expect(await total(creator)).toBe(0);
});

test('the creator, and people who object, are not counted', async () => {
  const creator = await api.creator();
  const page = `/a/${creator.url_slug}`;
  await visit(page, browser(), { as: creator });
  const fan = await api.user();
  await api.data(setVisitsCounted, { status: 0 }, fan);
  expect((await api.data(getMyAccount, {}, fan)).account.visits_counted).toBe(false);
  await visit(page, browser(), { as: fan });
  expect(await total(creator)).toBe(0);
  await api.data(setVisitsCounted, { status: 1 }, fan);
  await visit(page, browser(), { as: fan });
  expect(await total(creator)).toBe(1);
});

test('one address cannot blow up the figures, on two servers either', async () => {
  const creator = await api.creator();
  const page = `/a/${creator.url_slug}`;
  const other = await api.another();
  const from = (remoteAddress: string, app = api.app) =>
    app.inject({
      method: 'POST',
      url: countVisit.path,
      payload: { stat_id: browser(), uri: page },
      headers: { 'user-agent': CHROME },
      remoteAddress,
    });
  await Promise.all(
    Array.from({ length: 60 }, (_, n) => from('198.51.100.7', n % 2 === 0 ? api.app : other.app)),
  );
  await other.deps.visits.idle();
  expect(await total(creator)).toBe(VISIT_LIMITS.ofPage);
  await from('198.51.100.8');
  expect(await total(creator)).toBe(VISIT_LIMITS.ofPage + 1);
});

test('a visit never waits for a transaction that has its creator locked, and is counted after it', async () => {
  const [busy, other] = [await api.creator(), await api.creator()];
  const { pool } = api.deps;
  const sum = async (creator: TestUser): Promise<number> => {
    const { rows } = await pool.query<{ visits: number }>(
      `SELECT coalesce(sum(visits), 0)::int AS visits FROM stats.visits WHERE creator_id = $1 AND kind = 'page'`,
      [creator.user_id],
    );
    return rows[0]?.visits ?? 0;
  };
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    await client.query('SELECT FROM accounts.users WHERE id = $1 FOR NO KEY UPDATE', [busy.user_id]);
    await visit(`/a/${busy.url_slug}`);
    await visit(`/a/${other.url_slug}`);
    await expect.poll(() => sum(other)).toBe(1);
    expect(await sum(busy)).toBe(0);
    await client.query('COMMIT');
    expect(await total(busy)).toBe(1);
  } finally {
    client.release(true);
  }
});

test('a visit of a creator whose deletion is under way leaves nothing behind', async () => {
  const [creator, other] = [await api.creator(), await api.creator()];
  const { pool } = api.deps;
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    await client.query('UPDATE accounts.users SET deleted_at = 1 WHERE id = $1', [creator.user_id]);
    await visit(`/a/${creator.url_slug}`);
    await visit(`/a/${other.url_slug}`);
    const rows = async (of: TestUser) =>
      (await pool.query('SELECT FROM stats.visitors WHERE creator_id = $1', [of.user_id])).rowCount;
    await expect.poll(() => rows(other)).toBe(1);
    await client.query('COMMIT');
    await api.deps.visits.idle();
    expect(await rows(creator)).toBe(0);
  } finally {
    client.release(true);
  }
});

test('posts, albums and items count for their creator, by their present titles', async () => {
  const creator = await certifiedCreator(api);
  const { post_id } = await publish(api, creator, { title: 'Tea', content: 'Hello' });
  const hidden = await publish(api, creator, { content: 'Mine', audience: 'self' });
  const { plan_id } = await savePlan(api, creator, sponsorshipForm);
  await api.projected();
  for (const uri of [`/p/${post_id}`, `/album/any/${post_id}/`, `/item/${plan_id}`, `/p/${hidden.post_id}`])
    await visit(uri);
  expect((await visitsOf(creator)).pages).toEqual([
    { kind: 'post', subject_id: post_id, title: 'Tea', visits: 2 },
    { kind: 'plan', subject_id: plan_id, title: sponsorshipForm.name, visits: 1 },
  ]);
  const guest = await api.user();
  expect(await api.call(getVisits, {}, guest)).toMatchObject({ ec: 40300 });
});

test.each([
  '/',
  '/explore',
  '/a/nobody-here',
  '/p/nothing',
  '/item/nothing',
  '/album/nothing',
  '/u/nobody',
  "/a/'; DROP TABLE stats.visits",
  `/a/${'x'.repeat(1_900)}`,
  'https://other.example/a/x',
])('%j is no page of a creator', async (uri) => {
  expect(await visit(uri)).toEqual({ is_gui: 1 });
});

test.each([
  { stat_id: '', uri: '/' },
  { stat_id: 'x'.repeat(65), uri: '/' },
  { stat_id: browser(), uri: '' },
  { stat_id: browser(), uri: 'x'.repeat(2_001) },
  { stat_id: browser(), uri: '/', refer: 'x'.repeat(2_001) },
])('a bad visit is refused', async (input) => {
  expect(await api.send(countVisit, input)).toMatchObject({ ec: 40000 });
});

test('nothing of a visit names a person; who visited is gone after two days, counts after two years', async () => {
  const creator = await api.creator();
  const id = browser();
  await visit(`/a/${creator.url_slug}`, id);
  await api.deps.visits.idle();
  const { pool, clock } = api.deps;
  const rows = async (table: 'visits' | 'visitors') =>
    (await pool.query(`SELECT * FROM stats.${table} WHERE creator_id = $1`, [creator.user_id])).rows;
  const saved = JSON.stringify([await rows('visits'), await rows('visitors')]);
  for (const text of [id, CHROME, '127.0.0.1']) {
    expect(saved).not.toContain(text);
    expect(saved).not.toContain(Buffer.from(text).toString('hex'));
  }
  const day = 86_400_000;
  await forgetOldVisits(pool, clock.now() + 4 * day);
  expect([(await rows('visits')).length, (await rows('visitors')).length]).toEqual([2, 0]);
  await forgetOldVisits(pool, clock.now() + 763 * day);
  expect(await rows('visits')).toEqual([]);
});
