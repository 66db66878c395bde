import type { EventLog } from '#events/log/log.ts';
import type { ReadModels } from '#read-models/engine/wait.ts';
import type { RunningCommitter } from '#services/commerce/engine/committer.ts';
import type { Telemetry } from './telemetry.ts';

interface Measured {
  committer: RunningCommitter;
  log: EventLog;
  models: ReadModels;
}

const committerMetrics = {
  commands: 'Commands taken by the committer',
  batches: 'Batches decided together',
  events: 'Events appended',
  conflicts: 'Appends that another writer was faster than',
  waiting: 'Commands that wait now',
  cached_streams: 'Streams whose state is held in memory',
} as const;

/** Load of the committer, head of the log, and lag of the read models. */
export function measureCommerce(telemetry: Telemetry, { committer, log, models }: Measured): void {
  for (const [name, help] of Object.entries(committerMetrics)) {
    telemetry.gauge(`fanwatt_committer_${name}`, help, () => {
      const counts: Readonly<Record<string, number>> = { ...committer.counts() };
      return counts[name] ?? 0;
    });
  }
  telemetry.gauge('fanwatt_log_position', 'Position of the newest event', () => log.head());
  telemetry.gauge(
    'fanwatt_projection_lag_events',
    'Events that the slowest read model has not seen',
    async () => {
      const [head, checkpoints] = await Promise.all([log.head(), models.checkpoints()]);
      return checkpoints.size === 0 ? head : head - Math.min(head, ...checkpoints.values());
    },
  );
}
