import { createHmac, randomBytes } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError, type Environment, readAll } from './settings/values.ts';

/**
 * Each of 32 bytes. `vault` wraps the keys of persons, `lookup` hides accounts, `sandbox-notices` signs notices,
 * `ticket-signing` is the private key of tickets, `log-sealing` that of the seals over the log, `session-signing` that
 * of sessions.
 */
const secretNames = [
  'vault',
  'lookup',
  'sandbox-notices',
  'ticket-signing',
  'log-sealing',
  'session-signing',
] as const;
export type SecretName = (typeof secretNames)[number];
/** May have several values, so that it can be changed while the former one is still accepted. */
type RotatedSecret = 'session-signing';

export interface Secrets {
  /** 32 bytes; the same in every process that shares the data directory or the environment. */
  secret(name: SecretName): Buffer;
  /** The newest first; at least one. */
  rotated(name: RotatedSecret): readonly Buffer[];
}

export interface SecretsOptions {
  dataDir: string;
  /** Then every secret must come from the environment. */
  production: boolean;
  env: Environment;
  /** Whether missing keys are made; default: true. Only a server makes keys. */
  create?: boolean;
}

export const variableOf = (name: SecretName): string =>
  `FANWATT_SECRET_${name.replaceAll('-', '_').toUpperCase()}`;

const fileOf = (dataDir: string, name: SecretName): string => join(dataDir, 'keys', name);

/** Of a rotated secret several values, separated by commas, spaces or line ends; undefined unless each has 32 bytes. */
function parseSecret(name: SecretName, text: string): Buffer[] | undefined {
  const values = text.split(/[\s,]+/).filter((value) => value !== '');
  const keys = values.map((value) => Buffer.from(value, 'base64'));
  const most = name === 'session-signing' ? 10 : 1;
  return keys.length > 0 && keys.length <= most && keys.every(({ length }) => length === 32)
    ? keys
    : undefined;
}

/** Makes the file once, also when several processes start at the same moment: the first link wins. */
function readOrMake(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
  }
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  writeFileSync(draft, `${randomBytes(32).toString('base64')}\n`, { mode: 0o600, flag: 'wx' });
  try {
    linkSync(draft, file);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  return readFileSync(file, 'utf8');
}

/** Master keys: from the environment, or generated once under `DATA_DIR/keys`, readable by the owner only. */
export function openSecrets({ dataDir, production, env, create = true }: SecretsOptions): Secrets {
  const known = new Map<SecretName, readonly Buffer[]>();
  function load(name: SecretName): readonly Buffer[] {
    const held = known.get(name);
    if (held) return held;
    const value = env[variableOf(name)];
    if (!value && production) {
      throw new ConfigError(`${variableOf(name)}: required with NODE_ENV=production`);
    }
    const file = fileOf(dataDir, name);
    if (!value && !create && !existsSync(file)) {
      throw new ConfigError(`${file}: missing; use the DATA_DIR or ${variableOf(name)} of the server`);
    }
    if (!value) mkdirSync(join(dataDir, 'keys'), { recursive: true, mode: 0o700 });
    const keys = parseSecret(name, value || readOrMake(file));
    if (!keys) {
      throw new ConfigError(
        value
          ? `${variableOf(name)}: must be 32 bytes in base64`
          : `${file}: damaged; restore it from a backup`,
      );
    }
    known.set(name, keys);
    return keys;
  }
  return {
    // parseSecret gives at least one.
    secret: (name) => load(name)[0] as Buffer,
    rotated: load,
  };
}

/**
 * Before anything is started: throws a ConfigError with a line for each key of the environment that is damaged, and in
 * production for each that is missing. No key is created.
 */
export function requireSecrets(options: SecretsOptions): void {
  const secrets = openSecrets(options);
  const named = secretNames.filter((name) => options.production || options.env[variableOf(name)]);
  readAll(Object.fromEntries(named.map((name) => [name, () => secrets.secret(name)])));
}

/** Keys with a recorded id. Those of sessions change, and then people sign in again. */
const FIXED = secretNames.filter((name) => name !== 'session-signing');

/** Of these, keys under which nothing is stored: another one can be recorded. */
export const replaceableSecrets = ['ticket-signing', 'sandbox-notices'] as const satisfies SecretName[];
export type ReplaceableSecret = (typeof replaceableSecrets)[number];

/** The id of a key, which reveals nothing about it. */
export const keyId = (key: Buffer): string =>
  createHmac('sha256', key).update('fanwatt key id').digest('hex').slice(0, 16);

/**
 * Ids of the keys that the database records, by variable. No key is made.
 * @returns without the keys that are neither in the environment nor in the folder
 */
export function keyIds(options: SecretsOptions): Record<string, string> {
  const { secret } = openSecrets({ ...options, create: false });
  const present = FIXED.filter(
    (name) =>
      options.env[variableOf(name)] || (!options.production && existsSync(fileOf(options.dataDir, name))),
  );
  return Object.fromEntries(present.map((name) => [variableOf(name), keyId(secret(name))]));
}

/** The same for all keys; those that are missing are made. */
export function everyKeyId(options: SecretsOptions): Record<string, string> {
  const { secret } = openSecrets(options);
  return Object.fromEntries(FIXED.map((name) => [variableOf(name), keyId(secret(name))]));
}

/** The same for a test: fixed keys, nothing on disk. */
export function secretsOf(seed: string): Secrets {
  const derived = (name: SecretName) => createHmac('sha256', seed).update(name).digest();
  return { secret: derived, rotated: (name) => [derived(name)] };
}
