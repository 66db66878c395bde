import type { Pool } from 'pg';
import type { Config } from './config.ts';
import { createPool, requireDatabase } from './database.ts';
import { migrate } from './migrate.ts';
import { allMigrations } from './migrations.ts';
import { openSecrets, type Secrets } from './secrets.ts';
import { readServerConfig } from './settings/server.ts';

interface OpenProcess {
  config: Config;
  databaseUrl: string;
  secrets: Secrets;
  pool: Pool;
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
  return { config, databaseUrl, secrets, pool };
}
