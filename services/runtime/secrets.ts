import { createHmac, randomBytes } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type KeyRing, ringOf } from './keys/ring.ts';
import { ConfigError, type Environment, readAll } from './settings/values.ts';

export const SECRET_BYTES = 32;

/**
 * Each of 32 bytes. `vault` wraps the keys of persons, `lookup` hides accounts, `sandbox-notices` signs notices,
 * `ticket-signing` is the private key of tickets, `log-sealing` that of the seals over the log, `session-signing` that
 * of sessions.
 */
export const secretNames = [
  'vault',
  'lookup',
  'sandbox-notices',
  'ticket-signing',
  'log-sealing',
  'session-signing',
] as const;
export type SecretName = (typeof secretNames)[number];

export type Rings = Readonly<Record<SecretName, KeyRing>>;

export interface Secrets {
  /** The keys of a name, the same in every process that shares the data directory or the environment. */
  ring(name: SecretName): KeyRing;
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

/** Keys of one name; more are a mistake. */
const MOST = 10;

/** Separated by commas, spaces or line ends; undefined unless each is another key of 32 bytes. */
function parseSecret(text: string): KeyRing | undefined {
  const values = text.split(/[\s,]+/).filter((value) => value !== '');
  const keys = values.map((value) => Buffer.from(value, 'base64'));
  if (keys.length === 0 || keys.length > MOST || keys.some(({ length }) => length !== SECRET_BYTES))
    return undefined;
  const ring = ringOf(keys);
  return new Set(ring.map(({ id }) => id)).size === ring.length ? ring : undefined;
}

/** Makes the file once, also when several processes start at the same moment: the first link wins. */
function readOrMake(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
  }
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  writeFileSync(draft, `${randomBytes(SECRET_BYTES).toString('base64')}\n`, { mode: 0o600, flag: 'wx' });
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
  const known = new Map<SecretName, KeyRing>();
  function load(name: SecretName): KeyRing {
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
    const ring = parseSecret(value || readOrMake(file));
    if (!ring) {
      throw new ConfigError(
        value
          ? `${variableOf(name)}: must be 32 bytes in base64, or up to ${MOST} different keys with commas`
          : `${file}: damaged; restore it from a backup`,
      );
    }
    known.set(name, ring);
    return ring;
  }
  return { ring: load };
}

/**
 * Before anything is started: throws a ConfigError with a line for each key of the environment that is damaged, and in
 * production for each that is missing. No key is created.
 */
export function requireSecrets(options: SecretsOptions): void {
  const secrets = openSecrets(options);
  const named = secretNames.filter((name) => options.production || options.env[variableOf(name)]);
  readAll(Object.fromEntries(named.map((name) => [name, () => secrets.ring(name)])));
}

/** The keys that are in the environment or in the folder; none is made. */
export function presentRings(options: SecretsOptions): Partial<Rings> {
  const { ring } = openSecrets({ ...options, create: false });
  const present = secretNames.filter(
    (name) =>
      options.env[variableOf(name)] || (!options.production && existsSync(fileOf(options.dataDir, name))),
  );
  return Object.fromEntries(present.map((name) => [name, ring(name)]));
}

/** All keys; those that are missing are made. */
export function everyRing(secrets: Secrets): Rings {
  const { ring } = secrets;
  return {
    vault: ring('vault'),
    lookup: ring('lookup'),
    'sandbox-notices': ring('sandbox-notices'),
    'ticket-signing': ring('ticket-signing'),
    'log-sealing': ring('log-sealing'),
    'session-signing': ring('session-signing'),
  };
}

/** The same for a test: fixed keys, nothing on disk. @param former seeds of former keys, the newest first */
export function secretsOf(seed: string, ...former: string[]): Secrets {
  const seeds = [seed, ...former];
  return { ring: (name) => ringOf(seeds.map((one) => createHmac('sha256', one).update(name).digest())) };
}
