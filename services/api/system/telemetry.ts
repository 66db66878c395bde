import type { Logger } from 'pino';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { createLogger, type LoggerOptions } from '#services/runtime/logger.ts';

/** Observability: logs without personal data, and metrics for Prometheus. */
export interface Telemetry {
  logger: Logger;
  registry: Registry;
  requestSeconds: Histogram<'method' | 'route' | 'status'>;
  /** External counters as plain numbers, read on request. */
  gauge(name: string, help: string, read: () => number | Promise<number>): void;
  counter(name: string, help: string): Counter;
}

export function createTelemetry(options: LoggerOptions): Telemetry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: 'fanwatt_' });
  return {
    logger: createLogger(options),
    registry,
    requestSeconds: new Histogram({
      name: 'fanwatt_http_request_seconds',
      help: 'Duration of requests by route',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
      registers: [registry],
    }),
    gauge(metric, help, read) {
      new Gauge({
        name: metric,
        help,
        registers: [registry],
        async collect() {
          this.set(await read());
        },
      });
    },
    counter: (metric, help) => new Counter({ name: metric, help, registers: [registry] }),
  };
}
