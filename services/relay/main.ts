import { startRelay } from '#events/feed/kafka/relay.ts';
import { postgresLog } from '#events/log/postgres/postgres-log.ts';
import { openProcess } from '#services/modules/system/open-process.ts';
import { createLogger } from '#services/runtime/log/logger.ts';
import { runProcess, type Started } from '#services/runtime/process/process.ts';
import { ownMetrics } from '#services/telemetry/own-metrics.ts';
import { heartbeat } from '#services/worker/heartbeat.ts';
import { requireTopic } from './require-topic.ts';

/** The relay's process: writes the log to Kafka. */
async function start(): Promise<Started> {
  const { config, pool, holding } = await openProcess('relay', { KAFKA_BROKERS: 'required by the relay' });
  const settings = config.kafka;
  if (!settings) throw new Error('settings without Kafka were accepted');
  await requireTopic(settings);
  const logger = createLogger({ process: 'relay' });
  const onError = (error: unknown): void => logger.error({ err: error }, 'relay failed');
  // The tables have every event, also when EventStoreDB keeps the log.
  const log = postgresLog(pool);
  const relay = startRelay({
    pool,
    log,
    settings,
    onError,
    onProblem({ message }) {
      console.error(`relay: ${message}`);
      process.exit(1);
    },
  });
  const beating = heartbeat(pool, 'relay', () => ({ position: relay.position() }), onError);
  const endMetrics = await ownMetrics('relay', config, { pool, log });
  return {
    ready: { pid: process.pid },
    async close() {
      await relay.stop();
      await beating.stop();
      await endMetrics();
      await log.close();
      await holding.stop();
      await pool.end();
    },
  };
}

await runProcess('relay', start);
