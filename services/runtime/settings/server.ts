import { type Config, readConfig, requirePublicUrl } from '../config.ts';
import { requireSecrets } from '../secrets.ts';
import { requireMail } from './mail.ts';
import { ConfigError, type Environment, readAll } from './values.ts';

/**
 * The settings of a server, with mail and keys where they are required. Throws one ConfigError with a line for each that
 * is missing or invalid.
 * @param required variables that this program needs, with the reason
 */
export function readServerConfig(env: Environment, required: Readonly<Record<string, string>> = {}): Config {
  const production = env.NODE_ENV === 'production';
  const { config } = readAll({
    config: () => readConfig(env),
    mail: () => requireMail(env),
    address: () => requirePublicUrl(env),
    secrets: () => requireSecrets({ dataDir: env.DATA_DIR || '.data', production, env }),
    required() {
      const missing = Object.entries(required).filter(([name]) => !env[name]);
      if (missing.length === 0) return;
      throw new ConfigError(missing.map(([name, reason]) => `${name}: ${reason}`).join('\n'));
    },
  });
  return config;
}
