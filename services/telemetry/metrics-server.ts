import { createServer } from 'node:http';
import type { Pool } from 'pg';
import type { Registry } from 'prom-client';
import type { EventLog } from '#events/log/log.ts';
import type { Config } from '#services/runtime/config.ts';
import type { Telemetry } from './telemetry.ts';

/** Connections of this process to PostgreSQL, and the queries that wait for one. */
export function measurePool({ measure }: Pick<Telemetry, 'measure'>, pool: Pool): void {
  const metric = { name: 'fanwatt_pool', help: 'Connections to PostgreSQL by state', labels: ['state'] };
  measure(metric, () => [
    [{ state: 'used' }, pool.totalCount - pool.idleCount],
    [{ state: 'idle' }, pool.idleCount],
    [{ state: 'waiting' }, pool.waitingCount],
  ]);
}

/** Whether the log would take an append of this process now, also while nobody orders. */
export function measureProblem(
  { measure }: Pick<Telemetry, 'measure'>,
  log: Pick<EventLog, 'problem'>,
): void {
  const metric = { name: 'fanwatt_log_unavailable', help: '1 while EventStoreDB takes no appends' };
  measure(metric, () => (log.problem() ? 1 : 0));
}

/**
 * Serves `/metrics`, `/healthz` and `/readyz` at METRICS_PORT, if it is set: a port that visitors do not reach.
 * @param readiness of a process that serves requests; the others have no `/readyz`
 * @returns closes the port
 */
export async function serveMetrics(
  { metricsPort, host }: Pick<Config, 'metricsPort' | 'host'>,
  registry: Registry,
  readiness?: () => Promise<{ status: 'ready' | 'not ready' }>,
): Promise<() => Promise<void>> {
  if (metricsPort === undefined) return async () => undefined;
  const server = createServer(async ({ url }, answer) => {
    if (url === '/healthz') return answer.end('up\n');
    if (url === '/readyz' && readiness) {
      const state = await readiness();
      answer.writeHead(state.status === 'ready' ? 200 : 503, { 'content-type': 'application/json' });
      return answer.end(JSON.stringify(state));
    }
    if (url !== '/metrics') return answer.writeHead(404).end();
    answer.setHeader('content-type', registry.contentType);
    answer.end(await registry.metrics());
  });
  const listening = Promise.withResolvers<void>();
  server.once('error', listening.reject);
  server.listen(metricsPort, host, listening.resolve);
  await listening.promise;
  return async () => {
    server.closeAllConnections();
    await server[Symbol.asyncDispose]();
  };
}
