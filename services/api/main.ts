import type { AddressInfo } from 'node:net';
import { forgetExpired } from '#services/accounts/retention.ts';
import { movableClock } from '#services/runtime/clock.ts';
import { openProcess } from '#services/runtime/open-process.ts';
import { runProcess, type Started } from '#services/runtime/process.ts';
import { buildApp } from './app.ts';
import { forgetPositions } from './http/own-writes.ts';
import { openDependencies } from './open-dependencies.ts';
import { createTelemetry } from './system/telemetry.ts';

/** How often ended sessions, old codes and the like are removed. */
const TIDY_MS = 3_600_000;

/** The API's process: HTTP in, commands to the committer, answers out. */
async function start(): Promise<Started> {
  const { config, databaseUrl, secrets, pool } = await openProcess('api');
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
