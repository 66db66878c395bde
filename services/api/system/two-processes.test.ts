import { beforeAll, expect, test, vi } from 'vitest';
import { fixture } from '#events/testing/fixture.ts';
import {
  clearTestReceiver,
  getTestReceiver,
  RECEIVER_ANSWERS,
  setReceiverAnswer,
} from '../open/contract/test-receiver.ts';
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
        ...{ method: 'POST', url: '/api/passport/login', payload, remoteAddress: '192.0.2.7' },
      })
    ).statusCode;
  const heard = await Promise.all(Array.from({ length: 30 }, (_, n) => guess(n)));
  expect(heard.filter((status) => status === 200)).toHaveLength(20);
  expect(heard.filter((status) => status === 429)).toHaveLength(10);
  expect([await guess(0), await guess(1)]).toEqual([429, 429]);
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
    ...{ method: 'POST', url: '/api/upload/common-pic' },
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
