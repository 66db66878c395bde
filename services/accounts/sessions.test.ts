import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { UserId } from '#events/ids.ts';
import type { AccountServices } from './accounts.ts';
import { SESSION_SECONDS, tokenHash } from './session.ts';
import { named, startTestAccounts, type TestAccounts } from './testing/test-accounts.ts';

let here: TestAccounts;
let there: AccountServices;
beforeAll(async () => {
  here = await startTestAccounts();
  there = await here.another();
});
afterAll(() => here.close());

let count = 0;
async function newUser(): Promise<UserId> {
  count += 1;
  const user = await here.accounts.members.add({ name: 'Fan', account: named(`s${count}@example.com`) });
  if (user === undefined) throw new Error('the account is taken');
  return user;
}

test('a session that was revoked in one process ends in the other, cached or not', async () => {
  const token = await here.accounts.sessions.open(await newUser());
  const hash = tokenHash(token);
  expect(await there.accounts.sessions.find(hash)).toBeDefined();
  // From the cache: no promise.
  expect(there.accounts.sessions.find(hash)).toHaveProperty('user_id');
  await here.accounts.sessions.revoke(hash);
  await vi.waitFor(async () => expect(await there.accounts.sessions.find(hash)).toBeUndefined());
});

test('revoking all spares the one that is named', async () => {
  const user = await newUser();
  const hashes: string[] = [];
  for (let at = 0; at < 3; at += 1) hashes.push(tokenHash(await here.accounts.sessions.open(user)));
  for (const hash of hashes) await there.accounts.sessions.find(hash);
  await here.accounts.sessions.revokeAll(user, hashes[1]);
  await vi.waitFor(async () => {
    const found = await Promise.all(hashes.map((hash) => there.accounts.sessions.find(hash)));
    expect(found.map((session) => session !== undefined)).toEqual([false, true, false]);
  });
});

test('a role that is granted or taken holds at once in running sessions', async () => {
  const user = await newUser();
  const hash = tokenHash(await here.accounts.sessions.open(user));
  await there.accounts.sessions.find(hash);
  await here.accounts.staff.grant(user, 'finance');
  await vi.waitFor(async () =>
    expect((await there.accounts.sessions.find(hash))?.roles).toEqual(['finance']),
  );
  await here.accounts.staff.revoke(user, 'finance');
  await vi.waitFor(async () => expect((await there.accounts.sessions.find(hash))?.roles).toEqual([]));
});

test('a lost connection forgets the cache: a revocation that was missed still holds', async () => {
  const hash = tokenHash(await here.accounts.sessions.open(await newUser()));
  await there.accounts.sessions.find(hash);
  const { pool } = here.database;
  await pool.query('DELETE FROM accounts.sessions WHERE token_hash = $1', [hash]);
  expect(await there.accounts.sessions.find(hash)).toBeDefined();
  await pool.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE application_name = 'fanwatt-listener' AND datname = current_database()`,
  );
  await vi.waitFor(async () => expect(await there.accounts.sessions.find(hash)).toBeUndefined(), 10_000);
});

test('a session ends after 360 days, cached or not', async () => {
  const hash = tokenHash(await here.accounts.sessions.open(await newUser()));
  expect(await here.accounts.sessions.find(hash)).toBeDefined();
  here.clock.setOffset(here.clock.offset + SESSION_SECONDS * 1000);
  expect(await here.accounts.sessions.find(hash)).toBeUndefined();
  expect(await there.accounts.sessions.find(hash)).toBeUndefined();
});

test('tokens are not stored', async () => {
  const token = await here.accounts.sessions.open(await newUser());
  const { rows } = await here.database.pool.query('SELECT sessions::text AS row FROM accounts.sessions');
  expect(rows.some(({ row }) => row.includes(token))).toBe(false);
});
