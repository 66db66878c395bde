import { join } from 'node:path';
import { startBroker } from '#ops/kafka/broker.ts';
import { canRunKafka } from '#ops/kafka/jars.ts';
import { removeFolder, temporaryFolder } from '#ops/testing/run-server.ts';
import { watchLag } from './lag.ts';
import { withLiveServer } from './live/server.ts';
import { median, percentile } from './load.ts';
import { buyFor, openForOrders, warmUp } from './orders.ts';
import { atLeast, atMost, type Bench, type Row } from './row.ts';

/** Of one feed, in every round. */
interface Figures {
  /** Orders a second, at most. */
  tops: number[];
  /** ms, at a rate that both feeds reach. */
  lags: number[];
}

/** Orders a second while the lag is measured. */
const RATE = 100;
const ROUNDS = 3;

/** Runs `work` with a server that has this feed. Each call of `measure` is one round. */
const withFeed = (
  env: NodeJS.ProcessEnv,
  quick: boolean,
  work: (measure: () => Promise<void>, figures: Figures) => Promise<void>,
): Promise<void> =>
  withLiveServer(async (server) => {
    const stage = await openForOrders(server);
    const figures: Figures = { tops: [], lags: [] };
    const measure = async (): Promise<void> => {
      figures.tops.push((await buyFor(server, stage, quick ? 3 : 5)).perSecond);
      await buyFor(server, stage, 2, { perSecond: RATE });
      const watching = await watchLag(server.databaseUrl);
      try {
        await buyFor(server, stage, quick ? 5 : 10, { perSecond: RATE });
        figures.lags.push(...watching.lags());
      } finally {
        await watching.end();
      }
    };
    await warmUp(server, stage, quick);
    await work(measure, figures);
  }, env);

/** The same orders with the log and with Kafka as feed; the broker runs on the same machine. No rows without Java. */
export const feedBench: Bench = async ({ quick }) => {
  if (!(await canRunKafka())) return [];
  const folder = await temporaryFolder('fanwatt-kafka-');
  const broker = await startBroker(join(folder, 'broker'));
  const rows: Row[] = [];
  try {
    await withFeed({}, quick, (byLog, log) =>
      withFeed({ KAFKA_BROKERS: broker.address, FEED: 'kafka' }, quick, async (byKafka, kafka) => {
        // In turns, so that a machine that is busy for a while is so for both.
        for (let round = 0; round < (quick ? 1 : ROUNDS); round += 1) {
          await byLog();
          await byKafka();
        }
        rows.push(
          atLeast(0.6, {
            name: 'orders with Kafka as feed, broker and relay on the same machine',
            value: median(kafka.tops),
            unit: 'a second',
            reference: { name: 'the log as feed', value: median(log.tops) },
          }),
          atMost(2, {
            name: `lag from commit to readable in every read model with Kafka as feed, p99, at ${RATE} orders a second`,
            value: percentile(kafka.lags, 0.99),
            unit: 'ms',
            reference: { name: 'the log as feed', value: percentile(log.lags, 0.99) },
            remark: `median ${median(kafka.lags).toFixed(0)} ms, with the log ${median(log.lags).toFixed(0)} ms`,
          }),
        );
      }),
    );
    return rows;
  } finally {
    await broker.stop();
    await removeFolder(folder);
  }
};
