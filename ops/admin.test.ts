import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#events/testing/database.ts';
import { openAccounts } from '#services/accounts/accounts.ts';
import { named } from '#services/accounts/testing/test-accounts.ts';
import { systemClock } from '#services/runtime/clock.ts';
import { createListener } from '#services/runtime/listener.ts';
import { openSecrets } from '#services/runtime/secrets.ts';
import { administer, readRequest } from './admin.ts';

let database: TestDatabase;
let env: Record<string, string>;
beforeAll(async () => {
  database = await createTestDatabase();
  env = { DATABASE_URL: database.url, DATA_DIR: mkdtempSync(join(tmpdir(), 'fanwatt-admin-')) };
  await administer({ action: 'list' }, env);
  const listener = createListener(database.url);
  const secrets = openSecrets({ dataDir: env.DATA_DIR ?? '', production: false, env });
  const { accounts } = await openAccounts({ pool: database.pool, clock: systemClock, listener, secrets });
  await accounts.members.add({ name: 'Mei', account: named('mei@example.com') });
  await listener.close();
});
afterAll(async () => {
  await database.drop();
  rmSync(env.DATA_DIR ?? '', { recursive: true, force: true });
});

const run = (...words: string[]) => administer(readRequest(words), env);

test('a role is granted, listed and taken back', async () => {
  expect(await run('list')).toEqual(['nobody has a staff role']);
  expect(await run('grant', 'MEI@example.com', 'finance')).toEqual(['mei@example.com is now finance']);
  expect(await run('grant', 'mei@example.com', 'finance')).toEqual(['mei@example.com was finance already']);
  expect((await run('list'))[0]).toMatch(/^[0-9a-f]{32} {2}finance {2}Mei$/);
  expect(await run('revoke', 'mei@example.com', 'finance')).toEqual(['mei@example.com is no longer finance']);
  expect(await run('revoke', 'mei@example.com', 'finance')).toEqual(['mei@example.com was not finance']);
});

describe('what is wrong is said in a line', () => {
  test.each([
    [['grant', 'mei@example.com', 'king'], 'king: no such role; there are support, finance, admin'],
    [['grant', 'mei'], 'use: npm run admin'],
    [[], 'use: npm run admin'],
  ])('%j', (words, says) => {
    expect(() => readRequest(words)).toThrow(says);
  });

  test('an account that nobody has, or that is none', async () => {
    await expect(run('grant', 'nobody@example.com', 'admin')).rejects.toThrow('nobody has registered');
    await expect(run('grant', 'nobody', 'admin')).rejects.toThrow('neither an e-mail address nor a phone');
  });
});
