import type { Pool } from 'pg';
import type { EventLog } from '#events/log/log.ts';
import type { OwnedCommitter } from '#services/replicas/owned-committer.ts';
import type { Clock } from '#services/runtime/clock.ts';
import type { Config } from '#services/runtime/config.ts';
import { BACKUP_COPY_MARK, BACKUP_SLOT } from '#services/runtime/database.ts';
import { measurePool, measureProblem } from '#services/telemetry/metrics-server.ts';
import type { Telemetry } from '#services/telemetry/telemetry.ts';
import { healthOf, oncePerSecond } from './health.ts';

interface Measured {
  committer: OwnedCommitter;
  log: EventLog;
  pool: Pool;
  clock: Clock;
  config: Pick<Config, 'kafka'>;
}

const COMMITTER_TOTALS = {
  commands: 'Commands taken by the committer',
  batches: 'Batches decided together',
  events: 'Events decided by the committer',
  conflicts: 'Appends that another writer was faster than',
  forwarded: 'Commands that another process decided',
  taken_back: 'Commands that another process did not answer, so that this one decided',
} as const;

const COMMITTER_LEVELS = {
  waiting: 'Commands that wait now',
  cached_streams: 'Streams whose state is held in memory',
} as const;

const FOLLOWERS = {
  behind: ['fanwatt_follower_lag_events', 'Events that a read model or process has not handled'],
  seconds_behind: ['fanwatt_follower_lag_seconds', 'Age of the first event that it has not handled'],
  set_aside: ['fanwatt_follower_set_aside', 'Events that it could not handle'],
  set_aside_most: ['fanwatt_follower_set_aside_most', 'Most of them from one creator with one cause'],
} as const;

const GAUGES = {
  unsealed_events: 'Events of the log without a seal',
  unsealed_seconds: 'Age of the first event without a seal',
  log_differs: '1 if the newest verification found a difference between log and seals',
  relay_lag_events: 'Events that the relay has not sent to Kafka',
  relay_lag_seconds: 'Age of the first of them',
  backup_receives: '1 while the backup receives the WAL, 0 while it does not; without value if none is kept',
  backup_copy_seconds: 'Age of the newest copy of the backup; without value if none is kept',
  webhooks_due: 'Webhook calls that are due, at addresses that are not paused',
  webhooks_due_seconds: 'Time since the first of them became due',
} as const;

/** Ages of events by the database's clock, calls by the business clock ($1). The relay's topic is $2, the backup's slot $3, its mark $4. */
const GAUGES_QUERY = `
  SELECT h.position - coalesce(s.last_position, 0) AS unsealed_events,
         coalesce(extract(epoch FROM now() - e.recorded_at), 0)::float8 AS unsealed_seconds,
         coalesce((SELECT ((verdict->>'intact')::boolean IS FALSE)::int FROM audit.verifications
                    WHERE verdict IS NOT NULL ORDER BY number DESC LIMIT 1), 0) AS log_differs,
         h.position - r.position AS relay_lag_events,
         CASE WHEN r.position IS NOT NULL
              THEN coalesce(extract(epoch FROM now() - u.recorded_at), 0)::float8 END AS relay_lag_seconds,
         (SELECT active::int FROM pg_replication_slots WHERE slot_name = $3) AS backup_receives,
         (SELECT extract(epoch FROM now() - m.at)::float8 FROM runtime.marks m, pg_replication_slots
           WHERE m.name = $4 AND slot_name = $3) AS backup_copy_seconds,
         w.webhooks_due, w.webhooks_due_seconds
    FROM log.head h
    LEFT JOIN LATERAL (SELECT last_position FROM audit.seals ORDER BY number DESC LIMIT 1) s ON true
    LEFT JOIN log.events e ON e.position = coalesce(s.last_position, 0) + 1
    LEFT JOIN feed.relay r ON r.topic = $2
    LEFT JOIN log.events u ON u.position = r.position + 1
   CROSS JOIN (SELECT count(*) AS webhooks_due,
                      (coalesce($1::bigint - min(d.due_at), 0) / 1000.0)::float8 AS webhooks_due_seconds
                 FROM accounts.webhook_deliveries d JOIN accounts.webhooks USING (webhook_id)
                WHERE d.due_at <= $1::bigint AND paused_at IS NULL) w`;

const entriesOf = <T extends object>(record: T) => Object.entries(record) as [keyof T, T[keyof T]][];

/** The load of this process, and the figures of the whole server, which are the same in every API process. */
export function measureServer(telemetry: Telemetry, { committer, log, pool, clock, config }: Measured): void {
  const { measure } = telemetry;
  measurePool(telemetry, pool);
  measureProblem(telemetry, log);
  const id = { name: 'fanwatt_process_id', help: 'Tells the API processes behind one port apart' };
  measure(id, () => process.pid);
  for (const [count, help] of entriesOf(COMMITTER_TOTALS)) {
    const name = `fanwatt_committer_${count}_total`;
    measure(
      { name, help, kind: 'counter' },
      () => ({ ...committer.counts(), ...committer.forwards() })[count],
    );
  }
  for (const [count, help] of entriesOf(COMMITTER_LEVELS))
    measure({ name: `fanwatt_committer_${count}`, help }, () => committer.counts()[count]);
  measure({ name: 'fanwatt_log_position', help: 'Position of the newest event' }, () => log.head());

  const health = oncePerSecond(() => healthOf(pool));
  for (const [figure, [name, help]] of entriesOf(FOLLOWERS))
    measure({ name, help, labels: ['kind', 'name'] }, async () => {
      const { read_models, processes } = await health();
      return [
        ...read_models.map((one) => [{ kind: 'read_model', name: one.name }, one[figure]] as const),
        ...processes.map((one) => [{ kind: 'process', name: one.name }, one[figure]] as const),
      ];
    });
  const seen = { name: 'fanwatt_worker_seen_seconds', help: "Age of the worker's last sign of life" };
  measure(seen, async () => (await health()).worker_seen ?? []);

  const figures = oncePerSecond(async () => {
    const { rows } = await pool.query<Record<keyof typeof GAUGES, number | null>>(GAUGES_QUERY, [
      clock.now(),
      config.kafka?.topic ?? '',
      BACKUP_SLOT,
      BACKUP_COPY_MARK,
    ]);
    return rows[0];
  });
  for (const [figure, help] of entriesOf(GAUGES))
    measure({ name: `fanwatt_${figure}`, help }, async () => (await figures())?.[figure] ?? []);
}
