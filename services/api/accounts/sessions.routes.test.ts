import { expect, test, vi } from 'vitest';
import { asUserId } from '#events/ids.ts';
import { fixture } from '#events/testing/fixture.ts';
import { login } from '#services/contract/accounts/accounts.ts';
import {
  listSessions,
  revokeOtherSessions,
  revokeSession,
  revokeSessions,
} from '#services/contract/accounts/sessions.ts';
import { hashPassword } from '#services/modules/accounts/passwords.ts';
import { accountName } from '#services/modules/messages/account-name.ts';
import { sent } from '../testing/sent.ts';
import { startTestApi, type TestUser } from '../testing/test-api.ts';

const api = fixture(() => startTestApi({ projections: false }));
const other = fixture(() => api.another());

const HOUR = 3_600_000;
const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';

let accounts = 0;
/** An account with a password, and signing in to it. */
async function person() {
  accounts += 1;
  const account = accountName(`device${accounts}@example.com`)!;
  const password = 'correct horse';
  await api.deps.accounts.members.add({
    name: 'Fan',
    account,
    password_hash: await hashPassword(password),
  });
  return async (userAgent = ''): Promise<TestUser> => {
    const headers = { 'user-agent': userAgent };
    const { auth_token, user } = await api.data(
      login,
      { account: account.text, password },
      undefined,
      headers,
    );
    return { user_id: asUserId(user.user_id), token: auth_token, name: 'Fan' };
  };
}
const list = async (as: TestUser) => (await api.data(listSessions, {}, as)).list;
/** At the other server, which knows the session already. */
const there = async ({ token }: TestUser) =>
  (
    await sent(other.app, {
      method: 'GET',
      url: '/api/my/account',
      headers: { authorization: `Bearer ${token}` },
    })
  ).ec;
const endsThere = (as: TestUser) => vi.waitFor(async () => expect(await there(as)).toBe(40101), 20_000);

test('lists the kind of each device, the current one first, and stores nothing else of it', async () => {
  const signIn = await person();
  const phone = await signIn(PHONE);
  const program = await signIn('');
  const now = Math.floor(api.deps.clock.now() / 1000);
  const sessions = await list(phone);
  expect(sessions).toMatchObject([
    { current: true, browser: 'safari', system: 'iPhone' },
    { current: false, browser: 'other', system: '' },
  ]);
  expect(Math.abs(now - sessions[0]!.create_time)).toBeLessThan(60);
  expect((await list(program)).map(({ browser }) => browser)).toEqual(['other', 'safari']);
  const { rows } = await api.deps.pool.query('SELECT s::text AS text FROM accounts.sessions s');
  expect(rows.map(({ text }) => text).join()).not.toMatch(/18_5|604\.1|127\.0\.0\.1/);
  expect(await list(await api.user())).toHaveLength(1);
});

test('the last use is exact to an hour', async () => {
  const signIn = await person();
  const [one, two] = [await signIn(), await signIn()];
  const { clock, accounts: stores } = api.deps;
  const seenAfter = async (ms: number) => {
    clock.setOffset(clock.offset + ms);
    await stores.sessions.refresh((await list(two)).find(({ current }) => current)!.session_id);
    const [mine, its] = await list(two);
    expect(its!.seen_time).toBe(its!.create_time);
    return mine!.seen_time - mine!.create_time;
  };
  expect(await seenAfter(HOUR - 60_000)).toBe(0);
  const after = await seenAfter(120_000);
  expect(after).toBeGreaterThanOrEqual(HOUR / 1000);
  expect(await seenAfter(60_000)).toBe(after);
  expect((await list(one))[0]!.current).toBe(true);
});

test('one is signed out at both servers; the others stay', async () => {
  const signIn = await person();
  const [one, two, three] = [await signIn(), await signIn(PHONE), await signIn()];
  for (const as of [one, two, three]) expect(await there(as)).toBe(200);
  const { session_id } = (await list(one)).find(({ browser }) => browser === 'safari')!;
  expect((await api.call(revokeSession, { session_id }, await api.user())).ec).toBe(40400);
  expect(await there(two)).toBe(200);
  expect((await api.call(revokeSession, { session_id }, one)).ec).toBe(200);
  expect((await api.call(listSessions, {}, two)).ec).toBe(40101);
  await endsThere(two);
  expect([await there(one), await there(three)]).toEqual([200, 200]);
  expect((await api.call(revokeSession, { session_id }, one)).ec).toBe(40400);
  expect(await list(one)).toHaveLength(2);
});

test('all others are signed out at both servers', async () => {
  const signIn = await person();
  const [one, two, three] = [await signIn(), await signIn(), await signIn()];
  for (const as of [one, two, three]) expect(await there(as)).toBe(200);
  await api.data(revokeOtherSessions, {}, two);
  await endsThere(one);
  await endsThere(three);
  expect(await there(two)).toBe(200);
  expect(await list(two)).toMatchObject([{ current: true }]);
});

test('the current one, or all, can be signed out: the cookie is cleared', async () => {
  const signIn = await person();
  const one = await signIn();
  const { session_id } = (await list(one))[0]!;
  const cleared = [{ name: 'auth_token', value: '' }];
  expect((await api.call(revokeSession, { session_id }, one)).cookies).toMatchObject(cleared);
  const [two, three] = [await signIn(), await signIn()];
  expect((await api.call(revokeSessions, {}, two)).cookies).toMatchObject(cleared);
  for (const as of [one, two, three]) expect((await api.call(listSessions, {}, as)).ec).toBe(40101);
});
