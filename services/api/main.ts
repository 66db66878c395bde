import type { AddressInfo } from 'node:net';
import { forgetExpired } from '#services/accounts/retention.ts';
import { movableClock } from '#services/runtime/clock.ts';
import { ConfigError, readConfig, requireMail } from '#services/runtime/config.ts';
import { createPool, requireDatabase } from '#services/runtime/database.ts';
import { migrate } from '#services/runtime/migrate.ts';
import { allMigrations } from '#services/runtime/migrations.ts';
import { runProcess, type Started } from '#services/runtime/process.ts';
import { openSecrets } from '#services/runtime/secrets.ts';
import { createTelemetry } from '#services/runtime/telemetry.ts';
import { buildApp } from './app.ts';
import { forgetPositions } from './http/own-writes.ts';
import { openDependencies } from './open-dependencies.ts';

/** How often ended sessions, old codes and the like are removed. */
const TIDY_MS = 3_600_000;

/** The API's process: HTTP in, commands to the committer, answers out. The supervisor gives DATABASE_URL. */
async function start(): Promise<Started> {
  const config = readConfig(process.env);
  requireMail(config);
  const { databaseUrl } = config;
  if (databaseUrl === undefined) {
    throw new ConfigError('DATABASE_URL: not set; `npm start` includes a database');
  }
  const secrets = openSecrets({ dataDir: config.dataDir, production: config.production, env: process.env });
  const pool = createPool(databaseUrl, { name: 'api' });
  await requireDatabase(pool, databaseUrl);
  await migrate(pool, allMigrations);

  const telemetry = createTelemetry({ process: 'api' });
  const clock = movableClock();
  const { deps, close } = await openDependencies({ config, clock, secrets, telemetry, pool, databaseUrl });
  const app = await buildApp(deps);
  const tidy = (): void => {
    Promise.all([forgetExpired(pool, clock.now()), forgetPositions(pool)]).catch((error: unknown) =>
      telemetry.logger.warn({ err: error }, 'expired data was not removed'),
    );
  };
  const tidying = setInterval(tidy, TIDY_MS);
  await app.listen({ port: config.port, host: config.host });
  // The actual port: PORT=0 chooses a free one.
  const { port } = app.server.address() as AddressInfo;
  return {
    ready: { host: config.host, port },
    async close() {
      clearInterval(tidying);
      await app.close();
      await close();
      await pool.end();
    },
  };
}

await runProcess('api', start);
