import type { Pool } from 'pg';
import { type Config, ConfigError, readConfig, requireMail } from './config.ts';
import { createPool, requireDatabase } from './database.ts';
import { migrate } from './migrate.ts';
import { allMigrations } from './migrations.ts';
import { openSecrets, type Secrets } from './secrets.ts';

interface OpenProcess {
  config: Config;
  databaseUrl: string;
  secrets: Secrets;
  pool: Pool;
}

/** The migrated database of a server process, with settings and secrets; the supervisor gives DATABASE_URL. */
export async function openProcess(name: string): Promise<OpenProcess> {
  const config = readConfig(process.env);
  requireMail(config);
  const { databaseUrl, dataDir, production } = config;
  if (databaseUrl === undefined) {
    throw new ConfigError('DATABASE_URL: not set; `npm start` includes a database');
  }
  const secrets = openSecrets({ dataDir, production, env: process.env });
  const pool = createPool(databaseUrl, { name });
  await requireDatabase(pool, databaseUrl);
  await migrate(pool, allMigrations);
  return { config, databaseUrl, secrets, pool };
}
