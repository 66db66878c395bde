import { join } from 'node:path';
import { businessCalendar } from '#events/time.ts';
import { startBroker } from '#ops/kafka/broker.ts';
import { canRunKafka } from '#ops/kafka/jars.ts';
import { removeFolder, temporaryFolder } from '#ops/testing/run-server.ts';
import { allProjections } from '#read-models/all.ts';
import { watchLag } from './lag.ts';
import { withLiveServer } from './live/server.ts';
import { percentile } from './load.ts';
import { buyFor, openForOrders } from './orders.ts';
import { atLeast, atMost, type Bench } from './row.ts';

interface Figures {
  /** Orders a second, at most. */
  top: number;
  /** ms, at a rate that both feeds reach. */
  p99: number;
  median: number;
}

/** Orders a second while the lag is measured. */
const RATE = 100;

const measure = (quick: boolean, env: NodeJS.ProcessEnv): Promise<Figures> =>
  withLiveServer(async (server) => {
    const stage = await openForOrders(server);
    const models = allProjections(businessCalendar('Asia/Shanghai')).map(({ name }) => name);
    await buyFor(server, stage, quick ? 2 : 10);
    const { perSecond: top } = await buyFor(server, stage, quick ? 3 : 10);
    await buyFor(server, stage, quick ? 2 : 5, RATE);
    const watching = await watchLag(server.databaseUrl, models);
    try {
      await buyFor(server, stage, quick ? 5 : 20, RATE);
      const lags = watching.lags();
      return { top, p99: percentile(lags, 0.99), median: percentile(lags, 0.5) };
    } finally {
      await watching.end();
    }
  }, env);

/** The same orders with the log and with Kafka as feed; the broker runs on the same machine. No rows without Java. */
export const feedBench: Bench = async ({ quick }) => {
  if (!(await canRunKafka())) return [];
  const log = await measure(quick, {});
  const folder = await temporaryFolder('fanwatt-kafka-');
  const broker = await startBroker(join(folder, 'broker'));
  try {
    const kafka = await measure(quick, { KAFKA_BROKERS: broker.address, FEED: 'kafka' });
    return [
      atLeast(0.6, {
        name: 'orders with Kafka as feed, broker and relay on the same machine',
        ...{ value: kafka.top, unit: 'a second' },
        reference: { name: 'the log as feed', value: log.top },
      }),
      atMost(2, {
        name: `lag from commit to readable in every read model with Kafka as feed, p99, at ${RATE} orders a second`,
        ...{ value: kafka.p99, unit: 'ms' },
        reference: { name: 'the log as feed', value: log.p99 },
        remark: `median ${kafka.median.toFixed(0)} ms, with the log ${log.median.toFixed(0)} ms`,
      }),
    ];
  } finally {
    await broker.stop();
    await removeFolder(folder);
  }
};
