import { expect, onTestFinished, test, vi } from 'vitest';
import { fixture } from '#events/testing/fixture.ts';
import { startTestApi } from '../../testing/test-api.ts';

const api = fixture(() => startTestApi({ projections: false }));
const open = fixture(() => startTestApi({ projections: false, config: { sandboxPublic: true } }));
const real = fixture(() => startTestApi({ projections: false, config: { sandbox: false } }));

const OUTBOX = '/api/sandbox/outbox?account=ann@example.com';
const answer = (headers: Record<string, string>, url = OUTBOX, of = api) => of.app.inject({ url, headers });

const OWN: Record<string, string>[] = [
  {},
  { host: 'localhost' },
  { host: '127.0.0.1:3000' },
  { host: '[::1]:3000' },
  { host: '0.0.0.0:3000' },
  { host: 'shop.localhost:3000' },
  { host: 'localhost', 'x-forwarded-for': '127.0.0.1', 'x-forwarded-proto': 'https', via: '2.0 Caddy' },
  { host: 'localhost', 'x-forwarded-for': '::1, 127.0.0.1', 'x-forwarded-host': 'localhost:8443' },
];
test.each(OWN)('a private sandbox answers its own machine: %j', async (headers) => {
  expect((await answer(headers)).json()).toMatchObject({ ec: 200 });
});

const FOREIGN: Record<string, string>[] = [
  { host: 'shop.example' },
  { host: '192.168.1.7:3000' },
  { host: 'localhost.shop.example' },
  { host: '127.0.0.1.shop.example' },
  { host: '127.0.0.1:3000', 'x-forwarded-for': '203.0.113.9' },
  { host: '127.0.0.1:3000', 'x-forwarded-for': '203.0.113.9, 127.0.0.1' },
  { host: '127.0.0.1:3000', 'x-forwarded-for': '127.0.0.1', 'x-forwarded-host': 'shop.example' },
  { host: '127.0.0.1:3000', 'x-real-ip': '203.0.113.9' },
  { host: '127.0.0.1:3000', forwarded: 'for=203.0.113.9;host=shop.example' },
  { host: '127.0.0.1:3000', 'cf-connecting-ip': '203.0.113.9' },
  { host: '127.0.0.1:3000', 'x-forwarded-proto': 'https' },
  { host: 'localhost', 'x-forwarded-proto': 'https', 'x-forwarded-host': 'localhost' },
];
test.each(FOREIGN)('and nobody else: %j', async (headers) => {
  const refusal = await answer(headers);
  expect([refusal.statusCode, refusal.json().ec]).toEqual([403, 40300]);
  const page = await answer({ ...headers, accept: 'text/html' }, '/home');
  expect([page.statusCode, page.headers['content-type']]).toEqual([403, 'text/plain; charset=utf-8']);
  expect(page.body).toMatch(/^此沙箱仅限在本机使用。[^{]*$/);
  expect((await answer(headers, OUTBOX, open)).json()).toMatchObject({ ec: 200 });
  // Without the sandbox, only its calls are missing.
  expect((await answer(headers, '/api/lag', real)).json()).toMatchObject({ ec: 200 });
});

test('the log has the reason, once a minute', async () => {
  const one = await startTestApi({ projections: false });
  const error = vi.spyOn(one.deps.telemetry.logger, 'error');
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const line = (sign: string) => [{ sign }, expect.stringContaining('SANDBOX_PUBLIC=1')];
  for (let n = 0; n < 3; n += 1) await answer({ host: 'shop.example' }, OUTBOX, one);
  expect(error.mock.calls).toEqual([line('host: shop.example')]);
  vi.advanceTimersByTime(61_000);
  // Addresses of visitors are personal data.
  for (let n = 0; n < 3; n += 1) await answer({ 'x-forwarded-for': '203.0.113.9' }, OUTBOX, one);
  expect(error.mock.calls).toEqual([line('host: shop.example'), line('x-forwarded-for')]);
  await one.close();
});
