import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, expect, test } from 'vitest';
import { createTestDatabase } from '#events/testing/database.ts';
import { fixture } from '#events/testing/fixture.ts';
import { openAccounts } from '#services/modules/all.ts';
import { accountName } from '#services/modules/messages/account-name.ts';
import { systemClock } from '#services/runtime/clock.ts';
import { readConfig } from '#services/runtime/config.ts';
import { createListener } from '#services/runtime/listener.ts';
import { openSecrets, type SecretName } from '#services/runtime/secrets.ts';
import { recordLogKind, requireLogKind } from '#services/runtime/settings/identity.ts';
import { keepIdentity, requireIdentity } from './require-identity.ts';

const database = fixture(() => createTestDatabase('whole'));
const folders: string[] = [];
const folder = async (): Promise<string> => {
  const made = await mkdtemp(join(tmpdir(), 'fanwatt-identity-'));
  folders.push(made);
  return made;
};
afterAll(() => Promise.all(folders.map((one) => rm(one, { recursive: true }))));
afterEach(() =>
  database.pool.query('TRUNCATE runtime.identity, runtime.marks, runtime.keys, runtime.kept_keys'),
);

const keep = (env: Record<string, string>) => keepIdentity(database.pool, readConfig(env), env);
const refusalOf = (check: Promise<unknown>): Promise<string> =>
  check.then(
    () => '',
    (error: Error) => error.message,
  );

test('the first start records the settings; a later one with others is refused by one line with both values', async () => {
  const server = { DATA_DIR: await folder(), SANDBOX: '1' };
  await keep(server);
  await keep({ ...server, BUSINESS_TIME_ZONE: 'PRC' });
  expect(await refusalOf(keep({ ...server, BUSINESS_TIME_ZONE: 'America/New_York' }))).toBe(
    'these are not the settings of this database: BUSINESS_TIME_ZONE is America/New_York, the database has Asia/Shanghai',
  );
  expect(await refusalOf(keep({ ...server, SANDBOX: '0' }))).toContain('SANDBOX is 0, the database has 1');
  const program = { ...server, BUSINESS_TIME_ZONE: 'UTC' };
  expect(await refusalOf(requireIdentity(database.pool, readConfig(program), program))).toContain('is UTC');
});

test('a key that is not the database’s is refused by its id, and so is a folder without the keys', async () => {
  const server = { DATA_DIR: await folder(), SANDBOX: '1' };
  await keep(server);
  const command = (name: string) => ` \\(npm run keys -- forget ${name} [0-9a-f]{16} gives it up\\)`;
  const ways: Record<string, string> = {
    TICKET_SIGNING: command('ticket-signing'),
    SANDBOX_NOTICES: command('sandbox-notices'),
    SESSION_SIGNING: command('session-signing'),
  };
  for (const name of [
    'VAULT',
    'LOOKUP',
    'LOG_SEALING',
    'TICKET_SIGNING',
    'SANDBOX_NOTICES',
    'SESSION_SIGNING',
  ]) {
    const variable = `FANWATT_SECRET_${name}`;
    const key = Buffer.alloc(32, 7).toString('base64');
    const refusal = await refusalOf(keep({ ...server, SANDBOX_PUBLIC: '1', [variable]: key }));
    expect(refusal).toMatch(
      new RegExp(`: ${variable} is id [0-9a-f]{16}, the database has id [0-9a-f]{16}${ways[name] ?? ''}$`),
    );
    expect(refusal).not.toContain(key);
  }
  const empty = { ...server, DATA_DIR: await folder() };
  expect(await refusalOf(keep(empty))).toContain('FANWATT_SECRET_VAULT is none, the database has id');
});

test('swapped keys are named, and a second key at the end is no difference', async () => {
  const server = { DATA_DIR: await folder(), SANDBOX: '1' };
  await keep(server);
  const options = { dataDir: server.DATA_DIR, production: false, env: {} };
  const textOf = (name: SecretName): string => openSecrets(options).ring(name)[0].key.toString('base64');
  const swapped = { FANWATT_SECRET_VAULT: textOf('lookup'), FANWATT_SECRET_LOOKUP: textOf('vault') };
  expect(await refusalOf(keep({ ...server, SANDBOX_PUBLIC: '1', ...swapped }))).toBe(
    'these are not the settings of this database: FANWATT_SECRET_VAULT has the key of FANWATT_SECRET_LOOKUP; FANWATT_SECRET_LOOKUP has the key of FANWATT_SECRET_VAULT',
  );
  const next = Buffer.alloc(32, 3).toString('base64');
  const ring = (...keys: string[]) => ({
    ...server,
    SANDBOX_PUBLIC: '1',
    FANWATT_SECRET_VAULT: keys.join(','),
  });
  await keep(ring(textOf('vault'), next));
  const program = ring(next, textOf('vault'));
  expect(await refusalOf(requireIdentity(database.pool, readConfig(program), program))).toMatch(
    /FANWATT_SECRET_VAULT begins with id [0-9a-f]{16}, which no server has used yet: start a server first$/,
  );
  await keep(program);
  expect(await refusalOf(keep(server))).toMatch(
    /FANWATT_SECRET_VAULT lacks the key with id [0-9a-f]{16}, which is still in use$/,
  );
  expect(await refusalOf(keep(ring(next)))).toMatch(/FANWATT_SECRET_VAULT lacks the key with id/);
});

test('of two first starts with different zones one records', async () => {
  const server = { DATA_DIR: await folder(), SANDBOX: '1' };
  const starts = ['UTC', 'Asia/Tokyo'].map((zone) =>
    refusalOf(keep({ ...server, BUSINESS_TIME_ZONE: zone })),
  );
  expect((await Promise.all(starts)).filter((refusal) => refusal === '')).toHaveLength(1);
});

test('a database of an earlier version shows what it is', async () => {
  const server = { DATA_DIR: await folder(), SANDBOX: '0' };
  await database.pool.query(`INSERT INTO runtime.marks (name) VALUES ('demo_done')`);
  expect(await refusalOf(keep(server))).toContain('SANDBOX is 0, the database has 1');
  const secrets = openSecrets({ dataDir: server.DATA_DIR, production: false, env: {} });
  const { pool } = database;
  const listener = createListener(database.url);
  const { accounts } = await openAccounts({ pool, clock: systemClock, listener, secrets });
  const account = accountName('ann@example.com');
  await accounts.members.add({ name: 'Ann', ...(account && { account }) });
  await listener.close();
  const lookup = { SANDBOX_PUBLIC: '1', FANWATT_SECRET_LOOKUP: Buffer.alloc(32, 7).toString('base64') };
  expect(await refusalOf(keep({ ...server, SANDBOX: '1', ...lookup }))).toContain(
    'the accounts of this database have another key',
  );
  await keep({ ...server, SANDBOX: '1' });
});

test('a log that is elsewhere is refused', async () => {
  await recordLogKind(database.pool, { eventLog: undefined });
  expect(await refusalOf(requireLogKind(database.pool, { eventLog: 'esdb://localhost:2113' }))).toBe(
    'these are not the settings of this database: EVENT_LOG is EventStoreDB, the database has PostgreSQL (npm run log -- copy-to-eventstore moves the log)',
  );
});
