import { expect, test } from 'vitest';
import { fixture } from '#events/testing/fixture.ts';
import { startTestApi } from '../testing/test-api.ts';
import { pictureLimit } from './rate-limits.ts';

const api = fixture(() => startTestApi({ projections: false, config: { rateLimits: true } }));

const statuses = async (times: number, url: string, remoteAddress: string, headers = {}) => {
  const payload = { account: 'nobody@example.com', password: 'long enough' };
  const heard = new Set<number>();
  for (let n = 0; n < times; n += 1) {
    heard.add((await api.app.inject({ method: 'POST', url, payload, remoteAddress, headers })).statusCode);
  }
  return [...heard];
};

test.each(['/api/passport/login', '/%61pi/passport/login', '/%61%70%69/passport/%6Cogin'])(
  'attempts by an address are limited for any spelling of the path: %s',
  async (url) => {
    const address = `192.0.2.${url.length}`;
    expect(await statuses(20, url, address)).toEqual([200]);
    // Another spelling is the same route and the same count.
    expect(await statuses(1, '/api/passport/login', address)).toEqual([429]);
    expect(await statuses(1, url, address)).toEqual([429]);
  },
);

test('pictures are limited by address, for any spelling of the path, apart from calls', async () => {
  const get = async (url: string, remoteAddress: string) => {
    const { statusCode, body } = await api.app.inject({ method: 'GET', url, remoteAddress });
    return [statusCode, JSON.parse(body).ec];
  };
  for (const url of ['/files/gone.png', '/%66iles/gone.png']) {
    const address = `198.51.100.${url.length}`;
    // All but one picture of a minute.
    api.deps.counts.roughly(`/files/* ${address}`, pictureLimit.max - 1, pictureLimit.timeWindow);
    expect(await get(url, address)).toEqual([404, 40400]);
    expect(await get(url, address)).toEqual([429, 42900]);
    expect(await get(url, '198.51.100.1')).toEqual([404, 40400]);
    expect(await get('/api/init/config', address)).toEqual([200, 200]);
  }
});

test('refused calls are limited by address, and do not stop allowed callers at it', async () => {
  const remoteAddress = '198.51.100.77';
  const fan = await api.user();
  const profile = async (token: string) => {
    const headers = { authorization: `Bearer ${token}` };
    const { statusCode, body } = await api.app.inject({ url: '/api/my/profile', headers, remoteAddress });
    return [statusCode, JSON.parse(body).ec];
  };
  // All but two refused calls of a minute.
  api.deps.counts.roughly(`refused ${remoteAddress}`, 1_198, 60_000);
  const invented = await Promise.all([1, 2, 3, 4].map((n) => profile(`invented ${n}`)));
  expect(invented).toEqual([
    [200, 40100],
    [200, 40100],
    [429, 42900],
    [429, 42900],
  ]);
  expect(await profile(fan.token)).toEqual([200, 200]);
});

test('an unknown call is not a page, for any spelling of the path', async () => {
  for (const url of ['/api/no/such/call', '/%61pi/no/such/call']) {
    const { body } = await api.app.inject({ method: 'GET', url, headers: { accept: 'text/html' } });
    expect(JSON.parse(body)).toMatchObject({ ec: 40400 });
  }
});
