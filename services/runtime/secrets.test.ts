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
  const key = open().secret('vault');
  expect(key).toHaveLength(32);
  expect(open().secret('vault')).toEqual(key);
  expect(open().secret('lookup')).not.toEqual(key);
  expect(statSync(join(dataDir, 'keys', 'vault')).mode & 0o777).toBe(0o600);
  expect(readdirSync(join(dataDir, 'keys')).sort()).toEqual(['lookup', 'vault']);
});

test('the environment comes first', () => {
  const secret = Buffer.alloc(32, 7);
  expect(open({ FANWATT_SECRET_VAULT: secret.toString('base64') }).secret('vault')).toEqual(secret);
  expect(() => open({ FANWATT_SECRET_VAULT: 'short' }).secret('vault')).toThrow('FANWATT_SECRET_VAULT');
});

test('production creates no keys', () => {
  expect(() => open({}, true).secret('sandbox-notices')).toThrow(
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

test('a rotated key has several values, the newest first; the others have one', () => {
  const [newest, former] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
  const both = `${newest.toString('base64')}, ${former.toString('base64')}\n`;
  expect(open({ FANWATT_SECRET_SESSION_SIGNING: both }).rotated('session-signing')).toEqual([newest, former]);
  expect(() => open({ FANWATT_SECRET_VAULT: both }).secret('vault')).toThrow('FANWATT_SECRET_VAULT');
  const [made] = open().rotated('session-signing');
  expect(statSync(join(dataDir, 'keys', 'session-signing')).mode & 0o777).toBe(0o600);
  writeFileSync(
    join(dataDir, 'keys', 'session-signing'),
    `${newest.toString('base64')}\n${made?.toString('base64')}`,
  );
  expect(open().rotated('session-signing')).toEqual([newest, made]);
});

test('a damaged key is named, never replaced', () => {
  open().secret('vault');
  writeFileSync(join(dataDir, 'keys', 'vault'), 'half');
  expect(() => open().secret('vault')).toThrow('damaged');
});
