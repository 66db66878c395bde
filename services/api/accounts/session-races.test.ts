import type { FastifyInstance } from 'fastify';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { fixture } from '#events/testing/fixture.ts';
import { quickest } from '#events/testing/quickest.ts';
import { logout } from '#services/contract/accounts/accounts.ts';
import { listSessions, revokeSession, revokeSessions } from '#services/contract/accounts/sessions.ts';
import { weakLink } from '#services/runtime/testing/weak-link.ts';
import { sent } from '../testing/sent.ts';
import { startTestApi, type TestUser } from '../testing/test-api.ts';

let other: FastifyInstance;
const api = fixture(() => startTestApi({ projections: false }));
const link = fixture(() => weakLink(api.databaseUrl));
beforeAll(async () => {
  other = (await api.another(link.url)).app;
});
beforeEach(() => link.mend());

const asks = (app: FastifyInstance, { token }: TestUser) =>
  sent(app, { method: 'GET', url: '/api/my/account', headers: { authorization: `Bearer ${token}` } });

const POLL = { interval: 20, timeout: 20_000 };
/** ms */
const PROMISE = 1_000;

/** Milliseconds from the answer to a call at one server until the other refuses the session. */
async function refusedAfter(fan: TestUser, end: () => Promise<unknown>): Promise<number> {
  // Both know the session well.
  for (const app of [api.app, other, other]) expect((await asks(app, fan)).ec).toBe(200);
  await end();
  const begun = performance.now();
  expect((await asks(api.app, fan)).ec).toBe(40101);
  await vi.waitFor(async () => expect((await asks(other, fan)).ec).toBe(40101), POLL);
  return performance.now() - begun;
}

const ways: readonly [string, (fan: TestUser) => Promise<unknown>][] = [
  ['signed out', (fan) => api.call(logout, {}, fan)],
  [
    'revoked by itself',
    async (fan) => {
      const [session] = (await api.data(listSessions, {}, fan)).list;
      await api.data(revokeSession, { session_id: session?.session_id ?? '' }, fan);
    },
  ],
  ['revoked with all others', (fan) => api.call(revokeSessions, {}, fan)],
];

test.each(ways)('a session that was %s is refused immediately by the other server', async (_, end) => {
  const measure = async () => {
    const fan = await api.user();
    return refusedAfter(fan, () => end(fan));
  };
  expect(await quickest(PROMISE, measure)).toBeLessThan(PROMISE);
});

test.each(ways)(
  'a session that was %s is refused within a second by a server that hears nothing',
  async (_, end) => {
    for (const fail of [link.silence, link.cut]) {
      const measure = async () => {
        link.mend();
        const fan = await api.user();
        return refusedAfter(fan, async () => {
          fail();
          await end(fan);
        });
      };
      expect(await quickest(PROMISE, measure)).toBeLessThan(PROMISE);
    }
  },
);

test('while notifications arrive, a known session is not read again', async () => {
  const fan = await api.user();
  await asks(other, fan);
  await vi.waitFor(
    () => expect(api.deps.listener.heardUntil()).toBeGreaterThan(performance.now() - 500),
    45_000,
  );
  const query = vi.spyOn(api.deps.pool, 'query');
  const reads = () =>
    query.mock.calls.filter(
      ([text]) => typeof text === 'object' && Reflect.get(text, 'name') === 'session-find',
    ).length;
  /** More than none where a busy machine has delayed the notifications. */
  const readAgain = async () => {
    await asks(api.app, fan);
    const first = reads();
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    for (let n = 0; n < 5; n += 1) await asks(api.app, fan);
    return reads() - first;
  };
  expect(await quickest(1, readAgain)).toBe(0);
  query.mockRestore();
});
