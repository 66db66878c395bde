import { createHmac, randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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
type SecretName = (typeof secretNames)[number];
/** May have several values, so that it can be changed while the former one is still accepted. */
type RotatedSecret = 'session-signing';

export interface Secrets {
  /** 32 bytes; the same in every process that shares the data directory or the environment. */
  secret(name: SecretName): Buffer;
  /** The newest first; at least one. */
  rotated(name: RotatedSecret): readonly Buffer[];
}

interface SecretsOptions {
  dataDir: string;
  /** Then every secret must come from the environment. */
  production: boolean;
  env: Environment;
}

const variableOf = (name: SecretName): string => `FANWATT_SECRET_${name.replaceAll('-', '_').toUpperCase()}`;

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
export function openSecrets({ dataDir, production, env }: SecretsOptions): Secrets {
  const known = new Map<SecretName, readonly Buffer[]>();
  function load(name: SecretName): readonly Buffer[] {
    const held = known.get(name);
    if (held) return held;
    const given = env[variableOf(name)];
    if (!given && production) {
      throw new ConfigError(`${variableOf(name)}: required with NODE_ENV=production`);
    }
    const folder = join(dataDir, 'keys');
    if (!given) mkdirSync(folder, { recursive: true, mode: 0o700 });
    const keys = parseSecret(name, given || readOrMake(join(folder, name)));
    if (!keys) {
      throw new ConfigError(
        given
          ? `${variableOf(name)}: must be 32 bytes in base64`
          : `${join(folder, name)}: damaged; restore it from a backup`,
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

/** The same for a test: fixed keys, nothing on disk. */
export function secretsOf(seed: string): Secrets {
  const derived = (name: SecretName) => createHmac('sha256', seed).update(name).digest();
  return { secret: derived, rotated: (name) => [derived(name)] };
}
