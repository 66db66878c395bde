import { openEventStoreLog } from '#events/log/eventstoredb/event-store-log.ts';
import { startEventStoreServer } from '#events/log/eventstoredb/testing/event-store-server.ts';
import { createPool } from '#services/runtime/database.ts';
import { appendsPerSecond } from '../appends.ts';
import { median } from '../load.ts';
import { buyFor, openForOrders } from '../orders.ts';
import { atLeast, type Bench, type Row } from '../row.ts';
import { withLiveServer } from './server.ts';

const ROUNDS = 3;
const STAND_IN =
  'EventStoreDB is a stand-in in memory, on the same machine, without its disk and its cluster';

const withStandIn = async <Result>(work: (url: string) => Promise<Result>): Promise<Result> => {
  const server = await startEventStoreServer();
  return work(server.url).finally(() => server.close());
};

const appendsThere = (databaseUrl: string, total: number): Promise<number> =>
  withStandIn((store) =>
    appendsPerSecond(databaseUrl, total, async (url) => {
      const pool = createPool(url, { name: 'bench', max: 8 });
      const log = await openEventStoreLog(store, pool);
      return { ...log, close: () => log.close().finally(() => pool.end()) };
    }),
  );

const ordersOn = (eventLog: string | undefined, seconds: number): Promise<number> =>
  withLiveServer(
    async (server) => {
      const stage = await openForOrders(server);
      await buyFor(server, stage, seconds);
      return (await buyFor(server, stage, seconds)).perSecond;
    },
    eventLog === undefined ? {} : { EVENT_LOG: eventLog },
  );

/** The log in EventStoreDB beside the log in PostgreSQL: appends, and whole orders over HTTP. */
export const eventStoreBench: Bench = async ({ databaseUrl, quick }): Promise<Row[]> => {
  const total = quick ? 1_000 : 10_000;
  const seconds = quick ? 2 : 10;
  const appends = { there: [] as number[], here: [] as number[] };
  const orders = { there: [] as number[], here: [] as number[] };
  // In turns, so that a machine that is busy for a while is so for both.
  for (let round = 0; round < (quick ? 1 : ROUNDS); round += 1) {
    appends.here.push(await appendsPerSecond(databaseUrl, total));
    appends.there.push(await appendsThere(databaseUrl, total));
    orders.here.push(await ordersOn(undefined, seconds));
    orders.there.push(await withStandIn((url) => ordersOn(url, seconds)));
  }
  const row = (target: number, name: string, { there, here }: typeof appends): Row =>
    atLeast(target, {
      name: `${name}, log in EventStoreDB`,
      value: median(there),
      unit: 'per second',
      reference: { name: 'the same, log in PostgreSQL', value: median(here) },
      remark: STAND_IN,
    });
  return [
    row(0.1, 'appends, 64 in flight, one event each', appends),
    row(0.5, 'whole orders over HTTP, 64 in flight', orders),
  ];
};
