import type { Pool } from 'pg';
import type { EventLog } from '#events/log/log.ts';
import type { Config } from '#services/runtime/config.ts';

/**
 * Metrics of a process without an API, at METRICS_PORT. Loaded only with that setting, because they need memory.
 * @returns closes the port
 */
export async function ownMetrics(
  process: string,
  config: Pick<Config, 'metricsPort' | 'host'>,
  { pool, log }: { pool: Pool; log: Pick<EventLog, 'problem'> },
): Promise<() => Promise<void>> {
  if (config.metricsPort === undefined) return async () => undefined;
  const { createTelemetry, measureProcess } = await import('./telemetry.ts');
  const { measurePool, measureProblem, serveMetrics } = await import('./metrics-server.ts');
  const telemetry = createTelemetry({ process });
  measureProcess(telemetry);
  measurePool(telemetry, pool);
  measureProblem(telemetry, log);
  return serveMetrics(config, telemetry.registry);
}
