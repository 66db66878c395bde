import { beforeAll, expect, test, vi } from 'vitest';
import type { UserId } from '#events/ids.ts';
import { fenOf } from '#events/money.ts';
import { fixture } from '#events/testing/fixture.ts';
import { getOverlay, OVERLAY_HEADER } from '#services/contract/goals/overlay.ts';
import {
  clearTestReceiver,
  getTestReceiver,
  RECEIVER_ANSWERS,
  setReceiverAnswer,
} from '#services/contract/open/test-receiver.ts';
import { hashPassword } from '#services/modules/accounts/passwords.ts';
import { accountName } from '#services/modules/messages/account-name.ts';
import { writeNotice } from '#services/modules/payments/sandbox/notice-body.ts';
import { signedHeaders } from '#services/modules/payments/sandbox/signature.ts';
import { secretsOf } from '#services/runtime/secrets.ts';
import { pictures } from '../testing/pictures.ts';
import { sent } from '../testing/sent.ts';
import { startTestApi } from '../testing/test-api.ts';

/** Two API processes on one database. What only the database knows works at both; here is what a process remembers. */
const api = fixture(() => startTestApi({ projections: false, config: { rateLimits: true } }));
let apps: (typeof api.app)[] = [];
beforeAll(async () => {
  const other = await api.another();
  await api.join();
  await other.join();
  apps = [api.app, other.app];
  // The next beat of the first one reads the second.
  await vi.waitFor(() => expect(api.deps.replicas.others()).toHaveLength(1), { timeout: 20_000 });
});

const SOON = { timeout: 20_000, interval: 20 };
const at = (n: number) => apps[n % 2]!;
const bearer = ({ token }: { token: string }) => ({ authorization: `Bearer ${token}` });

test('guesses of an address are limited over both', async () => {
  const payload = { account: 'nobody@example.com', password: 'long enough' };
  const guess = async (n: number) =>
    (
      await at(n).inject({
        method: 'POST',
        url: '/api/passport/login',
        payload,
        remoteAddress: '192.0.2.7',
      })
    ).statusCode;
  const heard = await Promise.all(Array.from({ length: 30 }, (_, n) => guess(n)));
  expect(heard.filter((status) => status === 200)).toHaveLength(20);
  expect(heard.filter((status) => status === 429)).toHaveLength(10);
  expect([await guess(0), await guess(1)]).toEqual([429, 429]);
});

test('invented overlay links are guesses of their address over both; real links and sign-ins are not affected', async () => {
  const creator = await api.creator();
  const { token } = await api.data(getOverlay, {}, creator);
  const show = async (n: number, link: string) => {
    const headers = { [OVERLAY_HEADER]: link };
    return (await at(n).inject({ url: '/api/overlay', headers, remoteAddress: '192.0.2.17' })).json().ec;
  };
  const keys = async () => {
    const { rows } = await api.deps.pool.query(
      "SELECT key FROM runtime.shared_counts WHERE key LIKE '%.2.17'",
    );
    return rows.map(({ key }) => key).sort();
  };
  const invented = (n: number): string => (n % 3 === 0 ? `${creator.user_id}.1.${n}` : `invented-${n}`);
  const codes = await Promise.all(Array.from({ length: 300 }, (_, n) => show(n, invented(n))));
  expect(codes.filter((ec) => ec === 40400)).toHaveLength(20);
  expect(codes.filter((ec) => ec === 42900)).toHaveLength(280);
  expect(await Promise.all([0, 1].map((n) => show(n, token)))).toEqual([200, 200]);
  // An invented link is never a key.
  await vi.waitFor(
    async () => expect(await keys()).toEqual(['/api/overlay 192.0.2.17', 'guesses 192.0.2.17']),
    SOON,
  );
  const payload = { account: 'nobody@example.com', password: 'long enough' };
  const call = { method: 'POST', url: '/api/passport/login', payload, remoteAddress: '192.0.2.17' } as const;
  expect((await at(1).inject(call)).statusCode).toBe(200);
});

test('strangers at an address do not use up the sign-ins of a browser that is known', async () => {
  const remoteAddress = '192.0.2.18';
  const account = 'shared-office@example.com';
  const name = accountName(account);
  if (name === undefined) throw new Error('not an account');
  const password_hash = await hashPassword('the right one');
  const user = await api.deps.accounts.members.add({ name: 'Fan', account: name, password_hash });
  const known_device = await api.deps.accounts.knownDevices.issue(user ?? ('' as UserId));
  const signIn = async (n: number, password: string, cookies = {}) => {
    const payload = { account, password };
    const call = { method: 'POST', url: '/api/passport/login', payload, remoteAddress, cookies } as const;
    const answer = await at(n).inject(call);
    return answer.statusCode === 200 ? (answer.json().ec as number) : answer.statusCode;
  };
  const strangers = await Promise.all(Array.from({ length: 60 }, (_, n) => signIn(n, `wrong one ${n}`)));
  expect(strangers.filter((code) => code === 429)).toHaveLength(40);
  for (const n of [0, 1]) {
    expect(await signIn(n, 'the right one', { known_device })).toBe(200);
    // Negative control: the same from a browser that is not known, also with an invented cookie.
    expect(await signIn(n, 'the right one')).toBe(429);
    expect(await signIn(n, 'the right one', { known_device: `${known_device}x` })).toBe(429);
  }
  // The known browser has a limit of its own.
  const wrong = await Promise.all(
    Array.from({ length: 12 }, (_, n) => signIn(n, `wrong one ${n}`, { known_device })),
  );
  expect(wrong.filter((code) => code === 40000)).toHaveLength(10);
  expect(wrong.filter((code) => code === 42900)).toHaveLength(2);
});

test('forged payment notices are limited by address over both; genuine ones never are', async () => {
  const key = secretsOf(api.databaseUrl).ring('sandbox-notices')[0].key;
  const post = async (n: number, body: Buffer, headers: Record<string, string>, provider = 'sandbox') => {
    const url = `/api/pay/notify/${provider}`;
    const call = { method: 'POST', url, payload: body, headers, remoteAddress: '192.0.2.19' } as const;
    return (await at(n).inject(call)).statusCode;
  };
  const forgery = (n: number) => post(n, Buffer.from(`{"n":${n}}`), { 'content-type': 'application/json' });
  const statuses = await Promise.all(Array.from({ length: 60 }, (_, n) => forgery(n)));
  expect(statuses.filter((status) => status === 400)).toHaveLength(20);
  expect(statuses.filter((status) => status === 429)).toHaveLength(40);
  expect(await post(0, Buffer.from('{}'), {}, 'invented')).toBe(429);
  const forged = 'SELECT FROM payments.notices WHERE notice_id IS NULL';
  expect((await api.deps.pool.query(forged)).rowCount).toBe(20);
  // The provider's own, at the same address: an unknown charge is refused for its content.
  for (let n = 0; n < 60; n += 1) {
    const notice = { notice_id: `nt_${n}`, copy: 1, charge_id: `ch_${n}_1`, outcome: 'paid' as const };
    const body = writeNotice({ ...notice, amount: fenOf(100), occurred_at: 0 });
    expect(await post(n, body, signedHeaders(key, body, api.deps.clock.now()))).toBe(400);
  }
  const genuine = "SELECT FROM payments.notices WHERE reason = 'unknown_charge'";
  expect((await api.deps.pool.query(genuine)).rowCount).toBe(60);
});

test('requests of an address are counted over both, up to a second late', async () => {
  const ask = async (n: number) => {
    const { headers } = await at(n).inject({ url: '/api/init/config', remoteAddress: '192.0.2.8' });
    return Number(headers['x-ratelimit-remaining']);
  };
  await Promise.all(Array.from({ length: 100 }, () => ask(0)));
  const before = await ask(1);
  await vi.waitFor(async () => expect(await ask(1)).toBeLessThanOrEqual(before - 100), SOON);
});

test('a picture that was uploaded at one is served by the other', async () => {
  const fan = await api.user();
  const head =
    '--b\r\ncontent-disposition: form-data; name="file"; filename="p.png"\r\ncontent-type: image/png';
  const { data } = await sent<{ url: string }>(at(0), {
    method: 'POST',
    url: '/api/upload/common-pic',
    headers: { ...bearer(fan), 'content-type': 'multipart/form-data; boundary=b' },
    payload: Buffer.concat([Buffer.from(`${head}\r\n\r\n`), pictures.png, Buffer.from('\r\n--b--\r\n')]),
  });
  const served = await at(1).inject({ url: data.url });
  expect(served.headers['content-type']).toBe('image/png');
});

test('the clock of the sandbox moves at both', async () => {
  const now = async (n: number) =>
    (await at(n).inject({ url: '/api/init/config' })).json().data.now as number;
  const before = await now(1);
  const payload = { advance_seconds: 7_200 };
  await at(0).inject({ method: 'POST', url: '/api/sandbox/clock', payload });
  await vi.waitFor(async () => expect(await now(1)).toBeGreaterThanOrEqual(before + 7_200), SOON);
});

test.each(RECEIVER_ANSWERS)('the receiver answers as chosen at the other: %s', async (answer) => {
  const creator = await api.creator();
  const headers = bearer(creator);
  await at(0).inject({ method: 'POST', url: setReceiverAnswer.path, headers, payload: { answer } });
  await at(1).inject({ method: 'POST', url: clearTestReceiver.path, headers, payload: {} });
  const { data } = await sent<{ answer: string }>(at(1), { url: getTestReceiver.path, headers });
  expect(data.answer).toBe(answer);
});
