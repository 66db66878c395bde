import type { Pool } from 'pg';
import type { Config } from '#services/runtime/config.ts';
import { createPool, requireDatabase } from '#services/runtime/database.ts';
import { type Holding, holdKeys } from '#services/runtime/keys/holder.ts';
import { migrate } from '#services/runtime/migrate.ts';
import { allMigrations } from '#services/runtime/migrations.ts';
import { everyRing, openSecrets, type Secrets } from '#services/runtime/secrets.ts';
import { readServerConfig } from '#services/runtime/settings/server.ts';
import { keepIdentity } from './require-identity.ts';

interface OpenProcess {
  config: Config;
  databaseUrl: string;
  secrets: Secrets;
  pool: Pool;
  /** Tells other servers that this one runs with its keys; ends before the pool. */
  holding: Holding;
}

/**
 * The migrated database of a server process, with settings and secrets; the supervisor gives DATABASE_URL.
 * @param required further variables that the process needs, with the reason
 */
export async function openProcess(name: string, required: Record<string, string> = {}): Promise<OpenProcess> {
  const needed = { DATABASE_URL: 'not set; `npm start` includes a database', ...required };
  const config = readServerConfig(process.env, needed);
  const { databaseUrl = '', dataDir, production } = config;
  const secrets = openSecrets({ dataDir, production, env: process.env });
  const pool = createPool(databaseUrl, { name });
  await requireDatabase(pool, databaseUrl);
  await migrate(pool, allMigrations);
  await keepIdentity(pool, config, process.env);
  const holding = await holdKeys(pool, everyRing(secrets), name, (error) => {
    console.error(`${name}: ${error instanceof Error ? error.message : error}`);
    process.exit(1);
  });
  return { config, databaseUrl, secrets, pool, holding };
}
