import { type Logger, pino } from 'pino';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** What a process tells about itself: logs without personal data, and figures for Prometheus. */
export interface Telemetry {
  logger: Logger;
  registry: Registry;
  requestSeconds: Histogram<'method' | 'route' | 'status'>;
  /** Counts kept by others as plain numbers, read when somebody looks. */
  gauge(name: string, help: string, read: () => number | Promise<number>): void;
  counter(name: string, help: string): Counter;
}

export interface TelemetryOptions {
  /** `api`, `worker`, `test` */
  process: string;
  /** `silent` in tests. */
  level?: string;
}

/** Fields that must never be logged, should an error or object carry them. */
const SECRETS = [
  'password',
  'code',
  'token',
  'auth_token',
  'account',
  'email',
  'phone',
  'authorization',
  'cookie',
];

export function createTelemetry({ process: name, level = 'info' }: TelemetryOptions): Telemetry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: 'fanwatt_' });
  return {
    logger: pino({
      level,
      base: { process: name },
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: { paths: SECRETS.flatMap((field) => [field, `*.${field}`]), remove: true },
      serializers: {
        // A query error of the driver carries the row's values in `detail`: only these four are kept.
        err: (error: Error & { code?: string }) => ({
          type: error.name,
          message: error.message,
          code: error.code,
          stack: error.stack,
        }),
        // Neither paths with ids nor addresses of people.
        req: () => undefined,
        res: () => undefined,
      },
    }),
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
