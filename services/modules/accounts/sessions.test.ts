import { expect, test, vi } from 'vitest';
import type { UserId } from '#events/ids.ts';
import { fixture } from '#events/testing/fixture.ts';
import { SESSION_SECONDS } from './session.ts';
import { named, startTestAccounts } from './testing/test-accounts.ts';

const here = fixture(startTestAccounts);
const there = fixture(() => here.another());

let count = 0;
async function newUser(): Promise<UserId> {
  count += 1;
  const user = await here.accounts.members.add({ name: 'Fan', account: named(`s${count}@example.com`) });
  if (user === undefined) throw new Error('the account is taken');
  return user;
}

test('a session that was revoked in one process ends in the other, cached or not', async () => {
  const user = await newUser();
  const { sid } = await here.accounts.sessions.open(user);
  expect(await there.accounts.sessions.find(sid)).toBeDefined();
  // From the cache: no promise.
  expect(there.accounts.sessions.find(sid)).toHaveProperty('user_id');
  expect(await here.accounts.sessions.revoke(await newUser(), sid)).toBe(false);
  expect(await here.accounts.sessions.find(sid)).toBeDefined();
  expect(await here.accounts.sessions.revoke(user, sid)).toBe(true);
  expect(await here.accounts.sessions.find(sid)).toBeUndefined();
  await vi.waitFor(async () => expect(await there.accounts.sessions.find(sid)).toBeUndefined(), 45_000);
});

test('revoking all spares the one that is named', async () => {
  const user = await newUser();
  const sids: string[] = [];
  for (let at = 0; at < 3; at += 1) sids.push((await here.accounts.sessions.open(user)).sid);
  for (const sid of sids) await there.accounts.sessions.find(sid);
  await here.accounts.sessions.revokeAll(user, sids[1]);
  await vi.waitFor(async () => {
    const found = await Promise.all(sids.map((sid) => there.accounts.sessions.find(sid)));
    expect(found.map((session) => session !== undefined)).toEqual([false, true, false]);
  }, 45_000);
});

test('a granted or revoked role applies immediately to active sessions', async () => {
  const user = await newUser();
  const { sid } = await here.accounts.sessions.open(user);
  await there.accounts.sessions.find(sid);
  await here.accounts.staff.grant(user, 'finance');
  await vi.waitFor(
    async () => expect((await there.accounts.sessions.find(sid))?.roles).toEqual(['finance']),
    45_000,
  );
  await here.accounts.staff.revoke(user, 'finance');
  await vi.waitFor(async () => expect((await there.accounts.sessions.find(sid))?.roles).toEqual([]), 45_000);
});

test('a lost connection forgets the cache: a revocation that was missed still holds', async () => {
  const { sid } = await here.accounts.sessions.open(await newUser());
  await there.accounts.sessions.find(sid);
  const { pool } = here.database;
  await pool.query('DELETE FROM accounts.sessions WHERE sid = $1', [sid]);
  expect(await there.accounts.sessions.find(sid)).toBeDefined();
  await pool.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE application_name = 'fanwatt-listener' AND datname = current_database()`,
  );
  await vi.waitFor(async () => expect(await there.accounts.sessions.find(sid)).toBeUndefined(), 45_000);
});

test('a session ends after 360 days, cached or not', async () => {
  const { sid } = await here.accounts.sessions.open(await newUser());
  expect(await here.accounts.sessions.find(sid)).toBeDefined();
  here.clock.setOffset(here.clock.offset + SESSION_SECONDS * 1000);
  expect(await here.accounts.sessions.find(sid)).toBeUndefined();
  expect(await there.accounts.sessions.find(sid)).toBeUndefined();
});
