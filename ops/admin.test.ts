import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { UserId } from '#events/ids.ts';
import { postgresLog } from '#events/log/postgres/postgres-log.ts';
import { certificationStream, rightsStream, staffStream, standingStream } from '#events/stream-names.ts';
import { createTestDatabase } from '#events/testing/database.ts';
import { fixture } from '#events/testing/fixture.ts';
import { named } from '#services/modules/accounts/testing/test-accounts.ts';
import { type Accounts, openAccounts } from '#services/modules/all.ts';
import { systemClock } from '#services/runtime/clock.ts';
import { createListener, type Listener } from '#services/runtime/listener.ts';
import { openSecrets } from '#services/runtime/secrets.ts';
import { administer, readRequest } from './admin.ts';

const database = fixture(() => createTestDatabase('whole'));
let env: Record<string, string>;
let accounts: Accounts;
let mei: UserId;
let listener: Listener;
beforeAll(async () => {
  env = { DATABASE_URL: database.url, DATA_DIR: mkdtempSync(join(tmpdir(), 'fanwatt-admin-')) };
  await administer({ action: 'list' }, env);
  listener = createListener(database.url);
  const secrets = openSecrets({ dataDir: env.DATA_DIR ?? '', production: false, env });
  ({ accounts } = await openAccounts({ pool: database.pool, clock: systemClock, listener, secrets }));
  const added = await accounts.members.add({ name: 'Mei', account: named('mei@example.com') });
  if (added === undefined) throw new Error('the account was there already');
  mei = added;
});
afterAll(async () => {
  await listener.close();
  rmSync(env.DATA_DIR ?? '', { recursive: true, force: true });
});

const run = (...words: string[]) => administer(readRequest(words), env);
async function eventsOf(stream: string) {
  const log = postgresLog(database.pool);
  const written = await log.readStream(stream);
  await log.close();
  return written;
}

test('a role is granted, listed and revoked', async () => {
  expect(await run('list')).toEqual(['no staff roles']);
  expect(await run('grant', 'MEI@example.com', 'finance')).toEqual(['mei@example.com is now finance']);
  expect(await run('grant', 'mei@example.com', 'finance')).toEqual(['mei@example.com was already finance']);
  expect((await run('list'))[0]).toMatch(/^[0-9a-f]{32} {2}finance {2}Mei$/);
  expect(await run('revoke', 'mei@example.com', 'finance')).toEqual(['mei@example.com is no longer finance']);
  expect(await run('revoke', 'mei@example.com', 'finance')).toEqual(['mei@example.com was not finance']);
  await run('grant', 'mei@example.com', 'support', 'covers', 'the holidays');
  const written = await eventsOf(staffStream(mei));
  const data = { user_id: mei, by: null };
  expect(written).toMatchObject([
    { type: 'StaffRoleGranted', data: { ...data, role: 'finance', reason: 'by the command line' } },
    { type: 'StaffRoleRevoked', data },
    { type: 'StaffRoleGranted', data: { ...data, role: 'support', reason: 'covers the holidays' } },
  ]);
});

test('accounts of a list are erased again, and the list keeps what a restored database does not know', async () => {
  const folder = env.DATA_DIR ?? '';
  const file = join(folder, 'closed-accounts');
  expect(await run('closed', file)).toEqual(['closed accounts added to the list: 0']);
  expect(await run('closed', file)).toEqual(['closed accounts added to the list: 0']);
  const left = await accounts.members.add({ name: 'Left', account: named('left@example.com') });
  const line = `1764500000000\t${left}\n`;
  writeFileSync(file, line);
  expect(await run('closed', file)).toEqual(['closed accounts added to the list: 0']);
  expect(readFileSync(file, 'utf8')).toBe(line);
  const again = (count: number) => [`accounts that were closed later, and are erased again: ${count}`];
  expect(await run('erase-closed', file)).toEqual(again(1));
  expect(await accounts.members.byAccount(named('left@example.com'))).toBeUndefined();
  expect(await accounts.members.byAccount(named('mei@example.com'))).toBe(mei);
  expect(await run('erase-closed', file)).toEqual(again(0));
  const fresh = join(folder, 'fresh');
  expect(await run('closed', fresh)).toEqual(['closed accounts added to the list: 1']);
  expect(readFileSync(fresh, 'utf8')).toContain(String(left));
  for (const wrong of ['left@example.com\n', `${line}${left}\n`]) {
    writeFileSync(file, wrong);
    await expect(run('erase-closed', file)).rejects.toThrow(`${file}: not a list of closed accounts`);
  }
  await expect(run('erase-closed', join(folder, 'missing'))).rejects.toThrow('ENOENT');
});

test('a lost factor is removed, with all access, an event and a message', async () => {
  const account = named('lost@example.com');
  const lost = await accounts.members.add({ name: 'Lost', account });
  if (lost === undefined) throw new Error('the account was there already');
  expect(await run('remove-factor', 'lost@example.com', 'seen', 'in', 'person')).toEqual([
    'lost@example.com had no second factor',
  ]);
  const { secret } = (await accounts.factors.beginTotp(lost)) as { secret: string };
  const totp = new TOTP({ secret: Secret.fromBase32(secret), algorithm: 'SHA1', digits: 6, period: 30 });
  const session = await accounts.sessions.open(lost);
  const confirmed = await accounts.factors.confirmTotp(lost, session.sid, totp.generate());
  expect(confirmed).toHaveProperty('recovery_codes');
  await accounts.openTokens.create(lost, 'x', []);
  expect(await run('remove-factor', 'LOST@example.com', 'seen', 'in', 'person')).toEqual([
    'lost@example.com signs in without the second factor now',
  ]);
  expect(await accounts.factors.list(lost)).toEqual({ totp_since: undefined, recovery_codes: 0 });
  expect(await accounts.sessions.refresh(session.sid)).toBeUndefined();
  expect(await accounts.openTokens.list(lost)).toEqual([]);
  const data = { user_id: lost, by: null, reason: 'seen in person' };
  const event = { type: 'UserFactorsRemoved', data };
  expect(await eventsOf(standingStream(lost))).toMatchObject([event, event]);
  const { rows } = await database.pool.query('SELECT template FROM runtime.outbox WHERE to_user = $1', [
    lost,
  ]);
  expect(rows.filter(({ template }) => template === 'factors_removed')).toHaveLength(1);
  expect(() => readRequest(['remove-factor', 'lost@example.com'])).toThrow('use: npm run admin');
  await expect(run('remove-factor', 'lost@example.com', '13800138000')).rejects.toThrow('ID numbers');
});

test('passkeys are removed with it', async () => {
  const lost = await accounts.members.add({ name: 'Lost', account: named('key@example.com') });
  if (lost === undefined) throw new Error('the account was there already');
  await database.pool.query(
    `INSERT INTO accounts.passkeys (passkey_id, user_id, credential_id, public_key, counter, transports, synced,
                                    name_ref, created_at)
     VALUES ('key', $1, 'key', '', 0, '{}', false, 'none', 1)`,
    [lost],
  );
  const session = await accounts.sessions.open(lost);
  expect(await run('remove-factor', 'key@example.com', 'seen', 'in', 'person')).toEqual([
    'key@example.com signs in without the second factor now',
  ]);
  expect(await accounts.passkeys.list(lost)).toEqual([]);
  expect(await accounts.sessions.refresh(session.sid)).toBeUndefined();
});

test('a key of webhooks is made, signing from tomorrow or from now on', async () => {
  const { keys } = accounts.webhooks;
  const { key_id: first } = await keys.current();
  expect((await run('webhook-key'))[0]).toMatch(/^key [0-9a-f]{16} signs webhooks from \d{4}-/);
  expect((await run('webhook-key', 'now'))[0]).not.toContain(first);
  expect((await keys.published()).map(({ signs_from }) => signs_from > systemClock.now())).toEqual([
    true,
    false,
    false,
  ]);
  expect(() => readRequest(['webhook-key', 'soon'])).toThrow('use: npm run admin');
});

test('a creator is certified, put on hold and refused', async () => {
  expect(await run('waiting')).toEqual(['no applications for certification']);
  await accounts.certifications.submit(mei, 'https://example.com/mei');
  expect((await run('waiting'))[0]).toMatch(
    /^[0-9a-f]{32} {2}.*Z {2}new {2}https:\/\/example.com\/mei {2}Mei$/,
  );
  expect(await run('hold', 'mei@example.com')).toEqual(['mei@example.com is on hold']);
  expect((await run('waiting'))[0]).toContain('on hold');
  expect(await run('grant', 'mei@example.com', 'verified')).toEqual(['mei@example.com is now verified']);
  expect(await run('grant', 'mei@example.com', 'verified')).toEqual(['mei@example.com was already verified']);
  expect((await accounts.profiles.byId(mei))?.is_verified).toBe(1);
  expect(await run('revoke', 'mei@example.com', 'verified')).toEqual([
    'mei@example.com is no longer verified',
  ]);
  expect((await accounts.profiles.byId(mei))?.is_verified).toBe(0);
  await run('grant', 'mei@example.com', 'verified', 'seen', 'in', 'person');
  expect(await eventsOf(certificationStream(mei))).toMatchObject([
    { type: 'CertificationHeld', data: { by: null, reason: 'by the command line' } },
    { type: 'CertificationApproved', data: { user_id: mei, by: null } },
    { type: 'CertificationRevoked', data: { application_id: null } },
    { type: 'CertificationApproved', data: { application_id: null, reason: 'seen in person' } },
  ]);
  await expect(run('hold', 'mei@example.com')).rejects.toThrow('mei@example.com has no open application');
  await expect(run('revoke', 'mei@example.com', 'verified', '13800138000')).rejects.toThrow(
    'stored permanently',
  );
});

test('a person who is no creator and never applied is not certified', async () => {
  await accounts.members.add({ name: 'Tom', account: named('tom@example.com') });
  await expect(run('grant', 'tom@example.com', 'verified')).rejects.toThrow('tom@example.com is no creator');
  await expect(run('hold', 'tom@example.com')).rejects.toThrow('tom@example.com has no open application');
});

test('a right is revoked and granted again', async () => {
  expect(await run('revoke', 'mei@example.com', 'bundle')).toEqual(['mei@example.com no longer has bundle']);
  expect(await run('revoke', 'mei@example.com', 'bundle')).toEqual(['mei@example.com did not have bundle']);
  expect(await run('grant', 'mei@example.com', 'bundle')).toEqual(['mei@example.com has bundle again']);
  expect(await run('grant', 'mei@example.com', 'bundle')).toEqual(['mei@example.com already had bundle']);
  await run('revoke', 'mei@example.com', 'can_affiliate', 'sold', 'nothing');
  expect(await eventsOf(rightsStream(mei))).toMatchObject([
    { type: 'CreatorRightTaken', data: { right: 'bundle', by: null, reason: 'by the command line' } },
    { type: 'CreatorRightReturned', data: { right: 'bundle' } },
    { type: 'CreatorRightTaken', data: { right: 'can_affiliate', reason: 'sold nothing' } },
  ]);
});

test('the last admin stays one', async () => {
  await run('grant', 'mei@example.com', 'admin');
  await expect(run('revoke', 'mei@example.com', 'admin')).rejects.toThrow('this is the last admin');
  expect((await run('list'))[0]).toContain('admin');
});

describe('errors are one line each', () => {
  test.each([
    [
      ['grant', 'mei@example.com', 'king'],
      'king: unknown role; use one of support, finance, admin, verified',
    ],
    [['hold', 'mei@example.com', 'verified'], 'use: npm run admin'],
    [['list', 'mei@example.com'], 'use: npm run admin'],
    [['grant', 'mei'], 'use: npm run admin'],
    [[], 'use: npm run admin'],
  ])('%j', (words, says) => {
    expect(() => readRequest(words)).toThrow(says);
  });

  test('an unknown account, or an invalid one', async () => {
    await expect(run('grant', 'nobody@example.com', 'admin')).rejects.toThrow('no user has this account');
    await expect(run('grant', 'nobody', 'admin')).rejects.toThrow('not an email address or phone number');
  });
});
