import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { createLogger, droppedLines, type LoggerOptions } from '#services/runtime/log/logger.ts';

type Labels = Readonly<Record<string, string>>;
/** A number, or one for each combination of labels. */
type Reading = number | readonly (readonly [Labels, number])[];

interface Metric {
  name: string;
  help: string;
  /** `counter`: the value only grows while the process runs; its name ends in `_total`. Default: `gauge`. */
  kind?: 'counter' | 'gauge';
  labels?: readonly string[];
}

/** Observability: logs without personal data, and metrics for Prometheus. */
export interface Telemetry {
  logger: Logger;
  registry: Registry;
  requestSeconds: Histogram<'method' | 'route' | 'status'>;
  appendSeconds: Histogram;
  /** Registers a metric that is read on each request. It is left out while it cannot be read within 3 s. */
  measure(metric: Metric, read: () => Reading | Promise<Reading>): void;
}

/** Prometheus waits 10 s for an answer. */
const MAX_READ_MS = 3_000;
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5];

async function readInTime(read: () => Reading | Promise<Reading>): Promise<Reading> {
  const late = new AbortController();
  const { signal } = late;
  try {
    return await Promise.race([read(), delay(MAX_READ_MS, [], { signal, ref: false })]);
  } catch {
    return [];
  } finally {
    late.abort();
  }
}

/**
 * Adds memory, processor time, pauses and dropped log lines of this process. They are observed all the time, so only
 * once a process.
 */
export function measureProcess({ registry, measure }: Pick<Telemetry, 'registry' | 'measure'>): void {
  collectDefaultMetrics({ register: registry, prefix: 'fanwatt_' });
  const help = 'Log lines that were dropped because the output took none';
  measure({ name: 'fanwatt_log_lines_dropped_total', help, kind: 'counter' }, droppedLines);
}

export function createTelemetry(options: LoggerOptions): Telemetry {
  const registry = new Registry();
  const registers = [registry];
  return {
    logger: createLogger(options),
    registry,
    requestSeconds: new Histogram({
      name: 'fanwatt_http_request_seconds',
      help: 'Duration of requests by route',
      labelNames: ['method', 'route', 'status'],
      buckets: BUCKETS,
      registers,
    }),
    appendSeconds: new Histogram({
      name: 'fanwatt_append_seconds',
      help: 'Duration of appends to the log, with the wait for other writers',
      buckets: BUCKETS,
      registers,
    }),
    measure({ name, help, kind = 'gauge', labels: labelNames = [] }, read) {
      // A second app in one process, as in tests, replaces the first.
      registry.removeSingleMetric(name);
      const config = { name, help, labelNames: [...labelNames], registers };
      const metric =
        kind === 'counter' ? new Counter({ ...config, collect }) : new Gauge({ ...config, collect });
      async function collect(): Promise<void> {
        const reading = await readInTime(read);
        metric.reset();
        // Without labels a reset leaves a zero, which would be a wrong value.
        if (labelNames.length === 0) metric.remove();
        for (const [labels, value] of typeof reading === 'number' ? [[{}, reading] as const] : reading)
          metric.inc(labels, value);
      }
    },
  };
}
