import type { Pool } from 'pg';
import type { Config } from '#services/runtime/config.ts';
import { keptKeys } from '#services/runtime/keys/kept-keys.ts';
import { recordedKeys, registerKeys, requireKeys } from '#services/runtime/keys/registry.ts';
import { everyRing, openSecrets, presentRings } from '#services/runtime/secrets.ts';
import { factsOf, readIdentity, recordFacts, requireSame } from '#services/runtime/settings/identity.ts';
import type { Environment } from '#services/runtime/settings/values.ts';
import { requireKeysOfData, shownFacts } from './existing-data.ts';

/**
 * Holds a program of the command line to the settings that the database was made with. Keys that it does not have are
 * not compared. Throws a ConfigError of one line.
 * @param except variables that are not compared: the program changes them
 * @param keys whether they are compared; default: true
 */
export async function requireIdentity(
  pool: Pool,
  config: Config,
  env: Environment,
  { except = [], keys = true }: { except?: readonly string[]; keys?: boolean } = {},
): Promise<void> {
  const { dataDir, production } = config;
  const present = Object.entries(factsOf(config)).filter(([name]) => !except.includes(name));
  requireSame(await readIdentity(pool), Object.fromEntries(present));
  if (keys) requireKeys(await recordedKeys(pool), presentRings({ dataDir, production, env }), false);
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
  requireSame(saved, settings);
  // Before a key is made.
  requireKeys(await recordedKeys(pool), presentRings(options), true);
  if (saved.SANDBOX === undefined) {
    requireSame(await shownFacts(pool), settings);
    await requireKeysOfData(pool, openSecrets(options));
  }
  const { EVENT_LOG: _, ...first } = settings;
  await recordFacts(pool, first);
  const secrets = openSecrets(options);
  await registerKeys(pool, everyRing(secrets));
  await keptKeys(pool, secrets);
}
