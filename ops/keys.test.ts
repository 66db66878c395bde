import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase } from '#events/testing/database.ts';
import { fixture } from '#events/testing/fixture.ts';
import { keepIdentity } from '#services/modules/system/require-identity.ts';
import { readConfig } from '#services/runtime/config.ts';
import { openSecrets, secretNames } from '#services/runtime/secrets.ts';
import { keys, readRequest } from './keys.ts';

const database = fixture(() => createTestDatabase('whole'));
let env: Record<string, string>;
beforeAll(() => {
  env = { DATA_DIR: mkdtempSync(join(tmpdir(), 'fanwatt-keys-')), SANDBOX: '1', DATABASE_URL: database.url };
});
afterAll(() => rmSync(env.DATA_DIR ?? '', { recursive: true }));

const run = (...words: string[]) => keys(readRequest(words), env);
const start = () => keepIdentity(database.pool, readConfig(env), env);
const file = (name: string) => join(env.DATA_DIR ?? '', 'keys', name);
const newKey = () => randomBytes(32).toString('base64');

test('ids and states are listed, without a key', async () => {
  expect(await run()).toEqual(['no key is recorded yet: the first start of a server records them']);
  await start();
  const vault = readFileSync(file('vault'), 'utf8').trim();
  const next = newKey();
  writeFileSync(file('vault'), `${vault},${next}`);
  expect((await run()).slice(0, 3)).toEqual([
    'FANWATT_SECRET_VAULT',
    expect.stringMatching(/^ {2}[0-9a-f]{16} {2}newest since \d{4}-\d\d-\d\d$/),
    expect.stringMatching(/^ {2}[0-9a-f]{16} {2}in the settings, not used yet$/),
  ]);
  writeFileSync(file('vault'), `${next},${vault}`);
  await start();
  const lines = await run();
  expect(lines[2]).toMatch(/^ {2}[0-9a-f]{16} {2}former since \d{4}-\d\d-\d\d, still in use$/);
  expect(lines.join()).not.toContain(next);
});

test('a key of tickets that is given up can be left out', async () => {
  writeFileSync(file('ticket-signing'), newKey());
  const refusal = await start().catch((error: Error) => error.message);
  const [, id = ''] = /forget ticket-signing (\w+) gives it up/.exec(String(refusal)) ?? [];
  await expect(run('forget', 'ticket-signing', '0'.repeat(16))).rejects.toThrow(`it has ${id}`);
  expect((await run('forget', 'ticket-signing', id)).join(' ')).toContain('refused as forged');
  await start();
});

test('new prints settings that a production start takes, others each time', async () => {
  const lines = await run('new');
  const settings = parseEnv(lines.join('\n'));
  const { ring } = openSecrets({ dataDir: '/nowhere', production: true, env: settings });
  expect(new Set(secretNames.map((name) => ring(name)[0]?.id)).size).toBe(secretNames.length);
  expect(lines).toHaveLength(secretNames.length);
  expect(await run('new')).not.toEqual(lines);
});

describe('errors are one line each', () => {
  test.each([
    [['forget', 'vault', 'a'], 'vault is not given up: personal data'],
    [['forget', 'lookup', 'a'], 'lookup is not given up: accounts'],
    [['forget', 'log-sealing', 'a'], 'log-sealing is not given up: the seals'],
    [['forget', 'toString', 'a'], 'toString: unknown key; use one of ticket-signing, sandbox-notices'],
    [['forget', 'vault'], 'use: npm run keys'],
    [['remove'], 'use: npm run keys'],
  ])('%j', (words, says) => {
    expect(() => readRequest(words)).toThrow(says);
  });
});
