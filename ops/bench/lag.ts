import { Client } from 'pg';
import { businessCalendar } from '#events/time.ts';
import { allProjections } from '#read-models/all.ts';
import { CHECKPOINT_CHANNEL, readNotice } from '#read-models/engine/checkpoint-notice.ts';
import { withLiveServer } from './live/server.ts';
import { percentile } from './load.ts';
import { buyFor, openForOrders, warmUp } from './orders.ts';
import { type Bench, noMoreThan, type Row } from './row.ts';

const LIMIT_MS = 100;

/** Listens to commits and read model updates on one connection, in the order of visibility. */
export async function watchLag(databaseUrl: string) {
  const models = allProjections(businessCalendar('Asia/Shanghai')).map(({ name }) => name);
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  const reached = new Map(models.map((model) => [model, 0]));
  const lags: number[] = [];
  let committed: { position: number; at: number }[] = [];
  client.on('notification', ({ channel, payload = '' }) => {
    const at = performance.now();
    if (channel === 'log_appended') {
      committed.push({ position: Number(payload), at });
      return;
    }
    const notice = readNotice(payload);
    if (!notice || !reached.has(notice.model)) return;
    reached.set(notice.model, Math.max(reached.get(notice.model) ?? 0, notice.position));
    const slowest = Math.min(...reached.values());
    const readable = committed.findIndex(({ position }) => position > slowest);
    const done = readable < 0 ? committed : committed.slice(0, readable);
    for (const commit of done) lags.push(at - commit.at);
    committed = readable < 0 ? [] : committed.slice(readable);
  });
  await client.query(`LISTEN log_appended; LISTEN ${CHECKPOINT_CHANNEL}`);
  return {
    /** Milliseconds from each commit to the moment when the slowest read model held it. */
    lags: (): number[] => lags,
    end: (): Promise<void> => client.end(),
  };
}

/** How long after a commit every read model shows it, while orders come at half the rate that there is at most. */
export const lagBench: Bench = ({ quick }) =>
  withLiveServer(async (server): Promise<Row[]> => {
    const stage = await openForOrders(server);
    await warmUp(server, stage, quick);
    const { perSecond: top } = await buyFor(server, stage, quick ? 3 : 10);
    await buyFor(server, stage, 3, { perSecond: top / 2 });
    const watching = await watchLag(server.databaseUrl);
    try {
      const { perSecond } = await buyFor(server, stage, quick ? 5 : 30, { perSecond: top / 2 });
      const lags = watching.lags();
      return [
        noMoreThan(LIMIT_MS, {
          name: 'lag from commit to readable in every read model, p99, at half the top order rate',
          value: percentile(lags, 0.99),
          unit: 'ms',
          remark: `at ${perSecond.toFixed(0)} orders a second, over ${lags.length.toLocaleString('en-US')} commits; median ${percentile(lags, 0.5).toFixed(0)} ms`,
        }),
      ];
    } finally {
      await watching.end();
    }
  });
