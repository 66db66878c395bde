import { beforeAll, describe, expect, test } from 'vitest';
import { fixture } from '#events/testing/fixture.ts';
import { type AccessRule, PERSON_HEADER } from '#services/contract/endpoint.ts';
import { buildApp } from '../app.ts';
import { type ListedRoute, routesOf } from '../testing/route-list.ts';
import { sent } from '../testing/sent.ts';
import { startTestApi, type TestUser } from '../testing/test-api.ts';

/** One caller of each kind; guest is not signed in. */
const callers = new Map<string, TestUser | undefined>();
const api = fixture(() => startTestApi({ projections: false }));
beforeAll(async () => {
  callers.set('guest', undefined);
  callers.set('fan', await api.user());
  callers.set('creator', await api.creator());
  for (const role of ['support', 'finance', 'admin'] as const) callers.set(role, await api.staff(role));
});

/** The rule in a second, plain form: whether this kind of caller has access. */
const mayEnter: Readonly<Record<AccessRule, readonly string[]>> = {
  guest: ['guest', 'fan', 'creator', 'support', 'finance', 'admin'],
  provider: ['guest', 'fan', 'creator', 'support', 'finance', 'admin'],
  sandbox: ['guest', 'fan', 'creator', 'support', 'finance', 'admin'],
  fan: ['fan', 'creator', 'support', 'finance', 'admin'],
  creator: ['creator'],
  support: ['support'],
  finance: ['finance'],
  admin: ['admin'],
};
const REFUSED_BY_ACCESS = new Set([40100, 40101, 40300]);
/** Routes that would end the session of this test, or answer without end. */
const NOT_CALLED = new Set(['/api/passport/logout', '/api/account/revoke-sessions', '/api/live']);

async function codeFor(route: ListedRoute, as: TestUser | undefined): Promise<number> {
  const response = await api.app.inject({
    method: route.method === 'POST' || route.method === 'PUT' ? route.method : 'GET',
    url: route.url.replace(/:(\w+)/g, 'x').replace('*', 'x'),
    headers: { 'locale-lang': 'en-US', ...(as && { authorization: `Bearer ${as.token}` }) },
    ...(route.method !== 'GET' && { payload: {} }),
  });
  const body = response.headers['content-type']?.toString().includes('json') ? response.json() : undefined;
  return body?.ec ?? response.statusCode;
}

describe('all routes × all kinds of caller', () => {
  test('every route is held to its rule', async () => {
    const wrong: string[] = [];
    let walked = 0;
    for (const route of routesOf(api.app)) {
      if (NOT_CALLED.has(route.url) || !['GET', 'POST', 'PUT'].includes(route.method)) continue;
      const rules = [route.access ?? []].flat();
      for (const [kind, caller] of callers) {
        const allowed = rules.some((rule) => mayEnter[rule].includes(kind));
        const code = await codeFor(route, caller);
        walked += 1;
        // A call that enters may still be refused for its empty input, but not by its access.
        const expected = allowed ? !REFUSED_BY_ACCESS.has(code) : code === (caller ? 40300 : 40100);
        if (!expected) wrong.push(`${route.method} ${route.url} as ${kind}: ${code}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(walked).toBeGreaterThan(100);
  });

  test('routes that stay open, or end sessions, are walked as guest', async () => {
    expect(
      await codeFor(
        { method: 'POST', url: '/api/account/revoke-sessions', access: 'fan', changes: false },
        undefined,
      ),
    ).toBe(40100);
  });

  test('the head of a route is under its rule', async () => {
    const routes = routesOf(api.app);
    const heads = routes.filter(({ method }) => method === 'HEAD');
    expect(heads.length).toBeGreaterThan(20);
    const gets = new Map(
      routes.filter(({ method }) => method === 'GET').map(({ url, access }) => [url, access]),
    );
    expect(heads.filter(({ url, access }) => gets.has(url) && gets.get(url) !== access)).toEqual([]);
    for (const [kind, caller] of callers) {
      const headers = { ...(caller && { authorization: `Bearer ${caller.token}` }) };
      const ask = (method: 'GET' | 'HEAD') => api.app.inject({ method, url: '/api/my/dashboard', headers });
      const [whole, head] = [await ask('GET'), await ask('HEAD')];
      expect(head.body).toBe('');
      if (kind !== 'creator') expect(head.headers['content-length']).toBe(whole.headers['content-length']);
    }
  });

  test('a HEAD request to a route that writes changes nothing', async () => {
    const fan = await api.user();
    const headers = { 'locale-lang': 'en-US', authorization: `Bearer ${fan.token}` };
    const head = await api.app.inject({ method: 'HEAD', url: '/api/passport/logout', headers });
    expect(head.body).toBe('');
    expect((await api.get('/api/my/profile', fan)).ec).toBe(200);
    await api.app.inject({ method: 'GET', url: '/api/passport/logout', headers });
    expect((await api.get('/api/my/profile', fan)).ec).toBe(40101);
  });

  test('a route without a rule keeps the server from starting', async () => {
    const app = await buildApp(api.deps);
    app.get('/api/forgotten', async () => 'open to all');
    await expect(app.ready()).rejects.toThrow('/api/forgotten');
    await app.close();
  });
});

describe('a session', () => {
  test('a foreign token is 40100 where one is needed, and a guest elsewhere', async () => {
    const headers = { authorization: 'Bearer unknown' };
    const url = '/api/my/profile';
    expect((await sent(api.app, { method: 'GET', url, headers })).ec).toBe(40100);
    expect((await sent(api.app, { method: 'GET', url: '/api/init/config', headers })).ec).toBe(200);
  });

  test('revoked in one process ends in the other', async () => {
    const other = await api.another();
    const fan = await api.user();
    const ask = () =>
      sent(other.app, {
        method: 'GET',
        url: '/api/my/profile',
        headers: { authorization: `Bearer ${fan.token}` },
      });
    expect((await ask()).ec).toBe(200);
    await api.post('/api/account/revoke-sessions', {}, fan);
    await expect.poll(async () => (await ask()).ec).toBe(40101);
  });

  test('knows immediately that its fan became a creator', async () => {
    const fan = await api.user();
    await api.get('/api/my/profile', fan);
    const other = await api.another();
    const headers = { authorization: `Bearer ${fan.token}` };
    const ask = () =>
      sent(other.app, { method: 'POST', url: '/api/creator/edit-plan', headers, payload: {} });
    expect((await ask()).ec).toBe(40300);
    await api.post('/api/creator/edit-basic', { name: 'New', url_slug: 'newcreator' }, fan);
    // Immediately, without waiting for a notification: here and in the other process.
    expect((await ask()).ec).toBe(40000);
    expect((await api.post('/api/creator/edit-plan', {}, fan)).ec).toBe(40000);
  });
});

describe('a call with the cookie', () => {
  const call = (
    headers: Record<string, string>,
    method: 'GET' | 'POST' = 'POST',
    url = '/api/my/edit-basic',
  ) => {
    const cookie = `auth_token=${callers.get('fan')?.token}`;
    return sent(api.app, {
      method,
      url,
      headers: { host: 'shop.localhost', cookie, ...headers },
      ...(method === 'POST' && { payload: { name: 'Fan' } }),
    });
  };

  test('that changes something needs a same-origin Origin', async () => {
    expect((await call({ origin: 'http://shop.localhost' })).ec).toBe(200);
    for (const origin of [
      'http://evil.test',
      'http://shop.localhost.evil.test',
      'http://shop.localhost:81',
      'null',
    ]) {
      expect((await call({ origin })).ec).toBe(40300);
    }
    expect((await call({})).ec).toBe(40300);
  });

  test('from a page that shows another account writes nothing; reading is not affected', async () => {
    const other = { [PERSON_HEADER]: callers.get('creator')?.user_id ?? '' };
    const origin = 'http://shop.localhost';
    expect((await call({ origin, ...other })).ec).toBe(40105);
    expect((await call(other, 'GET', '/api/my/profile')).ec).toBe(200);
    const own = { [PERSON_HEADER]: callers.get('fan')?.user_id ?? '' };
    expect((await call({ origin, ...own })).ec).toBe(200);
  });

  test('that only reads does not', async () => {
    expect((await call({ origin: 'http://evil.test' }, 'GET', '/api/my/profile')).ec).toBe(200);
  });

  test('a GET that changes something needs the header locale-lang', async () => {
    expect((await call({}, 'GET', '/api/passport/logout')).ec).toBe(40300);
    expect((await call({}, 'GET', '/api/my/profile')).ec).toBe(200);
  });
});

test('outside the sandbox its calls do not exist', async () => {
  const plain = await startTestApi({ projections: false, config: { sandbox: false, rateLimits: true } });
  expect((await plain.get('/api/sandbox/outbox', undefined, { account: 'a@example.com' })).ec).toBe(40400);
  expect((await plain.post('/api/sandbox/clock', { advance_seconds: 1 })).ec).toBe(40400);
  expect((await plain.post('/api/sandbox/pay', {})).ec).toBe(40400);
  await plain.close();
});
