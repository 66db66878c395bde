import { describe, expect, test } from 'vitest';
import { fixture } from '#events/testing/fixture.ts';
import { WEBHOOK_TOPICS } from '#services/contract/open/topics.ts';
import {
  createWebhook,
  deleteWebhook,
  editWebhook,
  listWebhookDeliveries,
  listWebhookKeys,
  listWebhooks,
  renewWebhookSecret,
  replayWebhookDelivery,
  resumeWebhook,
  testOpenWebhook,
  testWebhook,
  updateOpenWebhook,
} from '#services/contract/open/webhooks.ts';
import { startTestApi, type TestUser } from '../testing/test-api.ts';

const api = fixture(() => startTestApi({ config: { rateLimits: true } }));
const URL_OK = 'https://bot.shop.example/hook?key=1';

const listOf = async (creator: TestUser) => (await api.data(listWebhooks, {}, creator)).list;

describe('an address', () => {
  test('is created with a secret that is shown once, changed and deleted', async () => {
    const creator = await api.creator();
    const made = await api.data(createWebhook, { url: URL_OK }, creator);
    expect(made).toMatchObject({ url: URL_OK, topics: ['order'], pause_time: null, failing_since: null });
    expect(Buffer.from(made.secret.replace('whsec_', ''), 'base64')).toHaveLength(24);
    const { webhook_id } = made;
    const topics = [...WEBHOOK_TOPICS];
    await api.data(updateOpenWebhook, { webhook_id, url: `${URL_OK}&b=1`, topics }, creator);
    await api.data(editWebhook, { webhook_id, url: `${URL_OK}&b=2`, topics }, creator);
    expect(await listOf(creator)).toMatchObject([{ webhook_id, url: `${URL_OK}&b=2`, topics }]);
    const { secret } = await api.data(renewWebhookSecret, { webhook_id }, creator);
    expect(secret).not.toBe(made.secret);
    const found = await api.deps.accounts.webhooks.addresses.find(webhook_id);
    expect(found?.secrets).toEqual([secret, made.secret]);
    const { rows } = await api.deps.pool.query<{ text: string }>(
      "SELECT w::text || encode(sealed, 'escape') AS text FROM accounts.webhooks w",
    );
    for (const hidden of [secret, made.secret, 'bot.shop.example'])
      expect([
        JSON.stringify(await listOf(creator)).includes(secret),
        rows[0]?.text.includes(hidden),
      ]).toEqual([false, false]);
    await api.data(deleteWebhook, { webhook_id }, creator);
    expect(await listOf(creator)).toEqual([]);
  });

  test.each([
    [{ url: 'no url' }, ['url']],
    [{ url: '' }, ['url']],
    [{}, ['url']],
    [{ url: `https://shop.example/${'x'.repeat(2_000)}` }, ['url']],
    [{ url: 'https://user:password@shop.example/' }, ['url']],
    [{ url: 'https://shop.example:25/' }, ['url']],
    [{ url: 'http://169.254.169.254/latest' }, ['url']],
    [{ url: URL_OK, topics: [] }, ['topics']],
    [{ url: URL_OK, topics: ['everything'] }, ['topics.0']],
  ])('%j is refused by field, and nothing is written', async (input, fields) => {
    const creator = await api.creator();
    const { ec, data } = await api.send(createWebhook, input, creator);
    expect([ec, data.errors?.map(({ field }) => field)]).toEqual([40000, fields]);
    expect(await listOf(creator)).toEqual([]);
    const { webhook_id } = await api.data(createWebhook, { url: URL_OK }, creator);
    const edited = await api.send(editWebhook, { topics: ['order'], ...input, webhook_id }, creator);
    expect(edited.ec).toBe(40000);
    expect(await listOf(creator)).toMatchObject([{ url: URL_OK, topics: ['order'] }]);
  });

  test('is one of ten at most, also when created at once; for creators only', async () => {
    const creator = await api.creator();
    const made = await Promise.all(
      Array.from({ length: 13 }, () => api.call(createWebhook, { url: URL_OK }, creator)),
    );
    expect(made.map(({ ec }) => ec).sort()).toEqual([...Array(10).fill(200), ...Array(3).fill(40902)]);
    expect(await listOf(creator)).toHaveLength(10);
    expect((await api.call(createWebhook, { url: URL_OK }, await api.user())).ec).toBe(40300);
    expect((await api.call(listWebhooks, {})).ec).toBe(40100);
  });

  test('of somebody else is not found', async () => {
    const { webhook_id } = await api.data(createWebhook, { url: URL_OK }, await api.creator());
    const other = await api.creator();
    const edit = { webhook_id, url: URL_OK, topics: ['order'] as 'order'[] };
    expect((await api.call(editWebhook, edit, other)).ec).toBe(40400);
    for (const endpoint of [deleteWebhook, renewWebhookSecret, resumeWebhook, testWebhook, testOpenWebhook])
      expect((await api.call(endpoint, { webhook_id }, other)).ec).toBe(40400);
    expect((await api.call(replayWebhookDelivery, { delivery_id: 1 }, other)).ec).toBe(40400);
  });
});

test('tests are ten a minute, and one waits at a time', async () => {
  const creator = await api.creator();
  const { webhook_id } = await api.data(createWebhook, { url: URL_OK }, creator);
  const made = await Promise.all(
    Array.from({ length: 12 }, () => api.call(testWebhook, { webhook_id }, creator)),
  );
  expect(made.filter(({ ec }) => ec === 42900)).toHaveLength(2);
  const { list, total_count } = await api.data(listWebhookDeliveries, { webhook_id }, creator);
  expect([total_count, list[0]]).toMatchObject([1, { position: 0, state: 'waiting', attempts: 0 }]);
});

test('pages of the log have bounds', async () => {
  const creator = await api.creator();
  for (const input of [{ per_page: 10 ** 9 }, { page: 10 ** 9 }, { state: 'lost' }, { webhook_id: '' }])
    expect((await api.send(listWebhookDeliveries, input, creator)).ec).toBe(40000);
});

test('keys are published before they sign, and stay published', async () => {
  const { keys } = api.deps.accounts.webhooks;
  const [first] = await Promise.all([keys.current(), keys.current(), keys.published()]);
  const next = await keys.rotate(api.deps.clock.now() + 86_400_000);
  const { list } = await api.data(listWebhookKeys, {});
  expect(list.map(({ key_id }) => key_id)).toEqual([next.key_id, first.key_id]);
  expect(list[0]?.public_key).toMatch(/^-----BEGIN PUBLIC KEY-----/);
  expect((await keys.current()).key_id).toBe(first.key_id);
});
