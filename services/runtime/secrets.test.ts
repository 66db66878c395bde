import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openSecrets, requireSecrets } from './secrets.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'fanwatt-secrets-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const open = (env: Record<string, string> = {}, production = false) =>
  openSecrets({ dataDir, production, env });

test('a key is created once, readable only by its owner', () => {
  const key = open().ring('vault')[0].key;
  expect(key).toHaveLength(32);
  expect(open().ring('vault')[0].key).toEqual(key);
  expect(open().ring('lookup')[0].key).not.toEqual(key);
  expect(statSync(join(dataDir, 'keys', 'vault')).mode & 0o777).toBe(0o600);
  expect(readdirSync(join(dataDir, 'keys')).sort()).toEqual(['lookup', 'vault']);
});

test('the environment comes first', () => {
  const secret = Buffer.alloc(32, 7);
  expect(open({ FANWATT_SECRET_VAULT: secret.toString('base64') }).ring('vault')[0].key).toEqual(secret);
  expect(() => open({ FANWATT_SECRET_VAULT: 'short' }).ring('vault')[0].key).toThrow('FANWATT_SECRET_VAULT');
});

test('production creates no keys', () => {
  expect(() => open({}, true).ring('sandbox-notices')[0].key).toThrow(
    'FANWATT_SECRET_SANDBOX_NOTICES: required with NODE_ENV=production',
  );
});

test('production reports the missing key before it starts', () => {
  const secret = Buffer.alloc(32, 7).toString('base64');
  const env = { FANWATT_SECRET_VAULT: secret, FANWATT_SECRET_SANDBOX_NOTICES: secret };
  const check = (production: boolean) => () => requireSecrets({ dataDir, production, env });
  expect(check(true)).toThrow('FANWATT_SECRET_LOOKUP: required with NODE_ENV=production');
  expect(check(false)).not.toThrow();
});

test('a name has one key or several different ones, the newest first', () => {
  const [newest, former] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
  const both = `${newest.toString('base64')}, ${former.toString('base64')}\n`;
  const keysOf = (env?: Record<string, string>) =>
    open(env)
      .ring('session-signing')
      .map(({ key }) => key);
  expect(keysOf({ FANWATT_SECRET_SESSION_SIGNING: both })).toEqual([newest, former]);
  const twice = `${both},${former.toString('base64')}`;
  expect(() => keysOf({ FANWATT_SECRET_SESSION_SIGNING: twice })).toThrow('up to 10 different keys');
  const [made] = keysOf();
  expect(statSync(join(dataDir, 'keys', 'session-signing')).mode & 0o777).toBe(0o600);
  writeFileSync(
    join(dataDir, 'keys', 'session-signing'),
    `${newest.toString('base64')}\n${made?.toString('base64')}`,
  );
  expect(keysOf()).toEqual([newest, made]);
});

test('a damaged key is named, never replaced', () => {
  open().ring('vault')[0].key;
  writeFileSync(join(dataDir, 'keys', 'vault'), 'half');
  expect(() => open().ring('vault')[0].key).toThrow('damaged');
});
