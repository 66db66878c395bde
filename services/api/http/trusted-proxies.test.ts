import { type ClientRequest, request as httpRequest } from 'node:http';
import { text } from 'node:stream/consumers';
import type { InjectOptions } from 'fastify';
import { beforeAll, describe, expect, test } from 'vitest';
import { fixture } from '#events/testing/fixture.ts';
import { register, sendVerifyCode } from '#services/contract/accounts/passport.ts';
import { makeRedeemCodes } from '#services/contract/redeem/calls.ts';
import { sandboxOutbox } from '#services/contract/system/sandbox.ts';
import { savePlan, sponsorshipForm } from '../testing/shop.ts';
import { startTestApi } from '../testing/test-api.ts';

const PROXY = '10.0.0.7';
const STRANGER = '203.0.113.9';

let batch_id: string;
const api = fixture(() =>
  startTestApi({ config: { rateLimits: true, sandboxPublic: true, trustedProxies: ['10.0.0.0/8'] } }),
);
const creator = fixture(() => api.creator());
beforeAll(async () => {
  const { plan_id } = await savePlan(api, creator, sponsorshipForm);
  const made = await api.call(makeRedeemCodes, { plan_id, num: 1 }, creator);
  ({ batch_id } = made.data);
  await api.projected();
  await api.deps.accounts.members.add({ name: 'Fan' });
});

const ask = (options: InjectOptions) => api.app.inject(options);
const login = (remoteAddress: string, forwarded: string) =>
  ask({
    method: 'POST',
    url: '/api/passport/login',
    payload: { account: 'nobody@example.com', password: 'long enough' },
    remoteAddress,
    headers: { 'x-forwarded-for': forwarded },
  });

describe('limits by address', () => {
  test('are the visitor’s behind a trusted proxy', async () => {
    for (let n = 0; n < 20; n += 1) expect((await login(PROXY, '198.51.100.1')).statusCode).toBe(200);
    expect((await login(PROXY, '198.51.100.1')).statusCode).toBe(429);
    expect((await login(PROXY, '198.51.100.2')).statusCode).toBe(200);
    // The visitor's claim comes before the address seen by the proxy.
    expect((await login(PROXY, '198.51.100.77, 198.51.100.1')).statusCode).toBe(429);
    expect((await login(PROXY, '198.51.100.1, 10.9.9.9')).statusCode).toBe(429);
  });

  test('without a trusted proxy the sender’s address counts, for any header', async () => {
    for (let n = 0; n < 20; n += 1) expect((await login(STRANGER, `192.0.2.${n}`)).statusCode).toBe(200);
    expect((await login(STRANGER, '192.0.2.99')).statusCode).toBe(429);
  });

  test('are by /64 for IPv6, and by address for IPv4 within it', async () => {
    for (let n = 0; n < 20; n += 1) expect((await login(PROXY, `2001:db8:0:1::${n}`)).statusCode).toBe(200);
    expect((await login(PROXY, '2001:db8:0:1:ffff::1')).statusCode).toBe(429);
    expect((await login(PROXY, '2001:db8:0:2::1')).statusCode).toBe(200);
    expect((await login(PROXY, '::ffff:198.51.100.50')).statusCode).toBe(200);
    expect((await login(PROXY, '::ffff:198.51.100.51')).statusCode).toBe(200);
  });
});

const forwarded = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'shop.example', host: 'inside:3000' };

describe('links and cookies', () => {
  const exported = (remoteAddress: string) =>
    ask({
      method: 'GET',
      url: `/api/creator/export-redeem?batch_id=${batch_id}`,
      remoteAddress,
      headers: { ...forwarded, authorization: `Bearer ${creator.token}` },
    });

  test('in files have the public address, whatever the request names', async () => {
    for (const sender of [PROXY, STRANGER]) {
      const { body } = await exported(sender);
      expect(body).toContain('http://localhost/redeem/');
      expect(body).not.toMatch(/shop\.example|inside:3000/);
    }
  });

  test('the session’s cookie is for TLS only where the visitor came by TLS', async () => {
    const account = 'cookie@example.com';
    await api.call(sendVerifyCode, { account, account_type: 'email', scene: 'register' });
    const outbox = await api.call(sandboxOutbox, { account });
    const code = outbox.data.list[0]?.code;
    const password = 'long enough';
    await api.send(register, { account, password, code, name: 'Fan' });
    const secure = async (remoteAddress: string) => {
      const payload = { account, password };
      const headers = { ...forwarded, 'x-forwarded-for': '198.51.100.200' };
      const answer = await ask({
        method: 'POST',
        url: '/api/passport/login',
        payload,
        headers,
        remoteAddress,
      });
      return answer.cookies[0]?.secure;
    };
    expect(await secure(PROXY)).toBe(true);
    expect(await secure('203.0.113.77')).toBeUndefined();
  });

  test('a page of the forwarded host is no foreign page', async () => {
    const by = async (remoteAddress: string, origin: string) =>
      (
        await ask({
          method: 'POST',
          url: '/api/my/edit-basic',
          payload: { name: 'New' },
          remoteAddress,
          headers: { ...forwarded, origin, cookie: `auth_token=${creator.token}` },
        })
      ).json().ec;
    expect(await by(PROXY, 'https://shop.example')).toBe(200);
    expect(await by(PROXY, 'https://evil.example')).toBe(40300);
    expect(await by(STRANGER, 'https://shop.example')).toBe(40300);
  });
});

test('over a real connection the proxy’s own address counts, not its headers about itself', async () => {
  const local = await startTestApi({
    projections: false,
    config: { rateLimits: true, sandboxPublic: true, trustedProxies: ['127.0.0.1'] },
  });
  try {
    await local.app.listen({ port: 0, host: '127.0.0.1' });
    const address = local.app.server.address();
    if (address === null || typeof address === 'string') throw new Error('the server does not listen');
    const status = (visitor: string): Promise<number | undefined> =>
      new Promise((resolve, reject) => {
        const body = JSON.stringify({ account: 'nobody@example.com', password: 'long enough' });
        const headers = { 'content-type': 'application/json', 'x-forwarded-for': visitor };
        const options = { port: address.port, path: '/api/passport/login', method: 'POST', headers };
        const sending: ClientRequest = httpRequest(options, (answer) => {
          text(answer).then(() => resolve(answer.statusCode), reject);
        });
        sending.on('error', reject);
        sending.end(body);
      });
    for (let n = 0; n < 20; n += 1) expect(await status('198.51.100.1')).toBe(200);
    expect(await status('198.51.100.1')).toBe(429);
    expect(await status('198.51.100.2')).toBe(200);
  } finally {
    await local.close();
  }
});
