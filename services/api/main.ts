import type { AddressInfo } from 'node:net';
import { forgetOldRequests } from '#services/modules/cart/requests.ts';
import { forgetForged } from '#services/modules/payments/notice-log.ts';
import { forgetExpired } from '#services/modules/retention.ts';
import { openProcess } from '#services/modules/system/open-process.ts';
import { forgetGone } from '#services/replicas/replicas.ts';
import { movableClock } from '#services/runtime/clock.ts';
import { runProcess, type Started } from '#services/runtime/process/process.ts';
import { serveMetrics } from '#services/telemetry/metrics-server.ts';
import { createTelemetry, measureProcess } from '#services/telemetry/telemetry.ts';
import { buildApp } from './app.ts';
import { forgetPositions } from './http/own-writes.ts';
import { openDependencies } from './open-dependencies.ts';
import { readinessOf } from './system/readiness.ts';

/** How often ended sessions, old codes and the like are removed. */
const TIDY_MS = 3_600_000;

/** Argument: the port is shared with other processes on this machine. */
const SHARED_PORT = '--shared-port';

/** The API's process: HTTP in, commands to the committer, answers out. */
async function start(): Promise<Started> {
  const { config, databaseUrl, secrets, pool, holding } = await openProcess('api');
  const telemetry = createTelemetry({ process: 'api' });
  measureProcess(telemetry);
  const clock = movableClock();
  const { deps, join, close } = await openDependencies({
    config,
    clock,
    secrets,
    telemetry,
    pool,
    databaseUrl,
  });
  const app = await buildApp(deps);
  const tidy = (): void => {
    const now = clock.now();
    Promise.all([
      forgetExpired(pool, now),
      forgetOldRequests(pool, now),
      forgetForged(pool, now),
      forgetPositions(pool),
      forgetGone(pool),
    ]).catch((error: unknown) => telemetry.logger.warn({ err: error }, 'expired data was not removed'));
  };
  const tidying = setInterval(tidy, TIDY_MS);
  const endMetrics = await serveMetrics(config, telemetry.registry, readinessOf(deps));
  // Several processes of `npm start -- --replicas` share one port.
  const reusePort = process.argv.includes(SHARED_PORT);
  // Node knows `reusePort`, Fastify's types do not.
  const address = { port: config.port, host: config.host, reusePort };
  await app.listen(address);
  await join();
  // The actual port: PORT=0 chooses a free one.
  const { port } = app.server.address() as AddressInfo;
  return {
    ready: { host: config.host, port },
    async close() {
      clearInterval(tidying);
      await app.close();
      await close();
      await endMetrics();
      await holding.stop();
      await pool.end();
    },
  };
}

await runProcess('api', start);
