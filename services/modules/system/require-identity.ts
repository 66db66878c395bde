import type { Pool } from 'pg';
import type { Config } from '#services/runtime/config.ts';
import { everyKeyId, keyIds, openSecrets } from '#services/runtime/secrets.ts';
import { factsOf, readIdentity, recordFacts, requireSame } from '#services/runtime/settings/identity.ts';
import type { Environment } from '#services/runtime/settings/values.ts';
import { requireKeysOfData, shownFacts } from './existing-data.ts';

/**
 * Holds a program of the command line to the settings that the database was made with. Keys that it does not have are
 * not compared. Throws a ConfigError of one line.
 * @param except variables that are not compared: the program changes them
 */
export async function requireIdentity(
  pool: Pool,
  config: Config,
  env: Environment,
  except: readonly string[] = [],
): Promise<void> {
  const { dataDir, production } = config;
  const present: Record<string, string> = { ...factsOf(config), ...keyIds({ dataDir, production, env }) };
  for (const name of except) delete present[name];
  requireSame(await readIdentity(pool), present);
}

/**
 * The same for a server, which needs every key. The first start records the settings, also in a database of an earlier
 * version, if its data agree. Where the log is, `openEventLog` records.
 */
export async function keepIdentity(pool: Pool, config: Config, env: Environment): Promise<void> {
  const { dataDir, production } = config;
  const options = { dataDir, production, env };
  const settings = factsOf(config);
  const saved = await readIdentity(pool);
  const savedKeys = Object.keys(saved).filter((name) => name.startsWith('FANWATT_SECRET_'));
  const none = Object.fromEntries(savedKeys.map((name) => [name, 'none']));
  // Before a key is made.
  requireSame(saved, { ...settings, ...none, ...keyIds(options) });
  if (saved.SANDBOX === undefined) {
    requireSame(await shownFacts(pool), settings);
    await requireKeysOfData(pool, openSecrets(options));
  }
  const { EVENT_LOG: _, ...first } = settings;
  await recordFacts(pool, { ...first, ...everyKeyId(options) });
}
