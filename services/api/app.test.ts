import { describe, expect, test } from 'vitest';
import { fixture } from '#events/testing/fixture.ts';
import { sent } from './testing/sent.ts';
import { startTestApi } from './testing/test-api.ts';

const manyKeys = JSON.stringify(Object.fromEntries(Array.from({ length: 80_000 }, (_, n) => [`k${n}`, 1])));
const api = fixture(() => startTestApi({ projections: false }));

const login = '/api/passport/login';
const json = { 'content-type': 'application/json', 'locale-lang': 'en-US' };
const raw = (payload: string | Buffer, headers: Record<string, string> = json) =>
  sent(api.app, { method: 'POST', url: login, payload, headers });

describe('an invalid body', () => {
  test.each([
    ['malformed JSON', '{"account": '],
    ['a lone NUL byte', Buffer.from([0])],
    ['invalid UTF-8', Buffer.from([0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xff, 0xfe, 0x22, 0x7d])],
    ['33 brackets deep', `${'['.repeat(33)}${']'.repeat(33)}`],
    ['a hundred thousand brackets', '['.repeat(100_000)],
    ['80,000 keys', manyKeys],
    ['340,000 brackets in a list', `{"account":[${'{},'.repeat(340_000)}{}]}`],
    ['a prototype', '{"__proto__": {"admin": true}}'],
  ])('%s is refused as 40000', async (_, payload) => {
    const answer = await raw(payload);
    expect(answer).toMatchObject({ status: 200, ec: 40000, em: 'Please check your input' });
  });

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/xml',
    'multipart/form-data; boundary=x',
  ])('content type %s is refused', async (type) => {
    expect(await raw('account=a', { ...json, 'content-type': type })).toMatchObject({
      status: 200,
      ec: 40000,
    });
  });

  test('10 MB are refused with 413, in the envelope', async () => {
    const answer = await raw(Buffer.alloc(10 * 1_048_576, 0x20));
    expect(answer).toMatchObject({ status: 413, ec: 40000, em: 'The request is too large' });
  });

  test('an empty body is an empty object: each field is required', async () => {
    const { ec, data } = await raw('');
    expect(ec).toBe(40000);
    expect(data).toEqual({
      errors: [
        { field: 'account', message: 'Required' },
        { field: 'password', message: 'Required' },
      ],
    });
  });
});

describe('bad fields', () => {
  test('are listed one by one, in the requested language', async () => {
    const body = { account: 'x', password: 1 };
    expect((await api.post(login, body)).data).toEqual({
      errors: [
        { field: 'account', message: '至少 3 个字符' },
        { field: 'password', message: '格式不正确' },
      ],
    });
  });

  test('NUL is refused by field', async () => {
    const { ec, data } = await api.post(login, { account: 'a\0b@example.com', password: 'long enough' });
    expect(ec).toBe(40000);
    expect(data).toEqual({ errors: [{ field: 'account', message: '格式不正确' }] });
  });

  test('NUL in a query is refused, as is invalid encoding', async () => {
    for (const query of ['url_slug=%00', 'url_slug=a%00b']) {
      const answer = await sent(api.app, { method: 'GET', url: `/api/user/get-profile-by-slug?${query}` });
      expect(answer.ec).toBe(40000);
    }
    const broken = await sent(api.app, { method: 'GET', url: '/api/user/%ff' });
    expect([40000, 40400]).toContain(broken.ec);
  });

  test('invalid UTF-8 in a query reaches no table', async () => {
    const answer = await sent(api.app, {
      method: 'GET',
      url: '/api/user/get-profile-by-slug?url_slug=%ff%fe',
    });
    expect([40000, 40400]).toContain(answer.ec);
  });

  test.each([
    ['/api/my/edit-basic', { name: 'Lin\u202egnp.exe' }, 'name'],
    ['/api/creator/edit-basic', { name: 'Lin\u2066', url_slug: 'lin12' }, 'name'],
    ['/api/creator/edit-plan', { product_type: 1, name: 'x', sku: [{ name: '\u2069a' }] }, 'sku.0.name'],
  ])('%s refuses names that turn the text after them around', async (url, body, field) => {
    const fan = await api.creator();
    const answer = await api.post(url, body, fan, { 'locale-lang': 'en-US' });
    expect(answer.ec).toBe(40000);
    const message = 'Must not contain hidden control characters';
    expect(answer.data.errors).toContainEqual({ field, message });
  });

  test('lone surrogates are refused', async () => {
    const fan = await api.user();
    const answer = await sent(api.app, {
      method: 'POST',
      url: '/api/my/edit-basic',
      headers: { ...json, authorization: `Bearer ${fan.token}` },
      payload: '{"name":"\\ud800"}',
    });
    expect(answer).toMatchObject({ ec: 40000, data: { errors: [{ field: 'name' }] } });
  });
});

test('an unknown path of the API is 页面不存在, in the envelope', async () => {
  expect(await api.get('/api/no/such/call')).toMatchObject({ status: 200, ec: 40400, em: '页面不存在' });
});

test('a failure inside leaves with an id and without its reason', async () => {
  const app = api.app;
  const broken = api.deps.accounts.showcase.list;
  api.deps.accounts.showcase.list = () => Promise.reject(new Error('secret detail'));
  const response = await app.inject({ method: 'GET', url: '/api/creator/explore' });
  api.deps.accounts.showcase.list = broken;
  expect(response.statusCode).toBe(500);
  expect(response.json()).toMatchObject({ ec: 50000, data: { request_id: expect.any(String) } });
  expect(response.body).not.toContain('secret detail');
});

test('too much waiting is 503 with 50300', async () => {
  const list = api.deps.accounts.showcase.list;
  api.deps.accounts.showcase.list = () =>
    Promise.reject(Object.assign(new Error('full'), { name: 'Overloaded' }));
  const answer = await api.get('/api/creator/explore');
  api.deps.accounts.showcase.list = list;
  expect(answer).toMatchObject({ status: 503, ec: 50300 });
});

test('answers carry headers that keep a browser from guessing, framing and loading from elsewhere', async () => {
  const { headers } = await api.get('/api/init/config');
  expect(headers['x-content-type-options']).toBe('nosniff');
  expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
  expect(headers['content-security-policy']).toContain("script-src 'self'");
});
