import { createHmac, randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError } from './config.ts';

/**
 * Each of 32 bytes. `vault` wraps the keys of persons, `lookup` hides accounts, `sandbox-notices` signs notices,
 * `ticket-signing` is the private key of tickets, `log-sealing` that of the seals over the log.
 */
const secretNames = ['vault', 'lookup', 'sandbox-notices', 'ticket-signing', 'log-sealing'] as const;
type SecretName = (typeof secretNames)[number];

export interface Secrets {
  /** 32 bytes; the same in every process that shares the data directory or the environment. */
  secret(name: SecretName): Buffer;
}

interface SecretsOptions {
  dataDir: string;
  /** Then every secret must come from the environment. */
  production: boolean;
  env: Readonly<Record<string, string | undefined>>;
}

const variableOf = (name: SecretName): string => `FANWATT_SECRET_${name.replaceAll('-', '_').toUpperCase()}`;

function fromEnvironment(name: SecretName, text: string): Buffer {
  const bytes = Buffer.from(text, 'base64');
  if (bytes.length !== 32) throw new ConfigError(`${variableOf(name)}: must be 32 bytes in base64`);
  return bytes;
}

/** Makes the file once, also when several processes start at the same moment: the first link wins. */
function readOrMake(file: string): Buffer {
  try {
    return Buffer.from(readFileSync(file, 'utf8').trim(), 'base64');
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
  return Buffer.from(readFileSync(file, 'utf8').trim(), 'base64');
}

/** Master keys: from the environment, or generated once under `DATA_DIR/keys`, readable by the owner alone. */
export function openSecrets({ dataDir, production, env }: SecretsOptions): Secrets {
  const known = new Map<SecretName, Buffer>();
  return {
    secret(name) {
      const held = known.get(name);
      if (held) return held;
      const given = env[variableOf(name)];
      if (!given && production)
        throw new ConfigError(`${variableOf(name)}: required with NODE_ENV=production`);
      const folder = join(dataDir, 'keys');
      if (!given) mkdirSync(folder, { recursive: true, mode: 0o700 });
      const bytes = given ? fromEnvironment(name, given) : readOrMake(join(folder, name));
      if (bytes.length !== 32)
        throw new ConfigError(`${join(folder, name)}: damaged; restore it from a backup`);
      known.set(name, bytes);
      return bytes;
    },
  };
}

/** Before anything is started in production: throws a ConfigError that names the first secret not given. */
export function requireSecrets(options: SecretsOptions): void {
  if (!options.production) return;
  const secrets = openSecrets(options);
  for (const name of secretNames) secrets.secret(name);
}

/** The same for a test: fixed keys, nothing on disk. */
export const secretsOf = (seed: string): Secrets => ({
  secret: (name) => createHmac('sha256', seed).update(name).digest(),
});
