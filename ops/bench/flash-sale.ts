import { setTimeout as pause } from 'node:timers/promises';
import { asSkuId } from '#events/ids.ts';
import { postgresLog } from '#events/log/postgres/postgres-log.ts';
import { pagesOfStream } from '#events/log/stream-pages.ts';
import { stockStream } from '#events/stream-names.ts';
import { stockOf } from '#read-models/stock/queries.ts';
import type { Goods, JobResult } from './live/job.ts';
import { type LiveServer, withLiveServer } from './live/server.ts';
import { openShop, signedIn } from './live/shop.ts';
import { median } from './load.ts';
import { atMost, type Bench, type Row } from './row.ts';

const IN_FLIGHT = 256;
const BUYERS = 10_000;
const UNITS = 1_000;
/** The other run sells the same number of units and buyers, over this many SKUs. */
const SPREAD = 100;
const ROUNDS = 3;
const OUT_OF_STOCK = 41001;
const LIMIT_REACHED = 41002;
const SETTLING_MS = 30_000;

interface Sale {
  buyers: number;
  units: number;
}

/** Units of a SKU that were sold, from the events; throws when they were held or sold beyond the stock. */
async function soldInLog({ pool }: LiveServer, { sku_id }: Goods, units: number): Promise<number> {
  const log = postgresLog(pool);
  try {
    let [held, sold] = [0, 0];
    for await (const page of pagesOfStream(log, stockStream(asSkuId(sku_id)))) {
      for (const { type, data } of page) {
        const { count = 0 } = data as { count?: number }; // of all stock events but StockSet
        if (type === 'StockHeld') held += count;
        if (type === 'StockReleased' || type === 'StockSold') held -= count;
        if (type === 'StockSold') sold += count;
        if (held + sold > units)
          throw new Error(`${held + sold} units of ${sku_id} held and sold of ${units}`);
      }
    }
    return sold;
  } finally {
    await log.close();
  }
}

/** The same by the table behind the pages. */
async function soldInTables({ pool }: LiveServer, goods: readonly Goods[]): Promise<number> {
  const { rows } = await stockOf(pool, { skus: goods.map(({ sku_id }) => sku_id) });
  return rows.reduce((sum, { sold }) => sum + sold, 0);
}

/** Checks a sale: every unit is sold once, all other buyers are refused, without errors. */
async function mustBeExact(
  server: LiveServer,
  goods: readonly Goods[],
  { codes, statuses, paid }: JobResult,
  sale: Sale,
) {
  const odd = Object.keys(codes).filter((ec) => ![200, OUT_OF_STOCK, LIMIT_REACHED].includes(Number(ec)));
  if (odd.length > 0) throw new Error(`create-order also answered ${odd.join(', ')}`);
  const failed = Object.keys(statuses);
  if (failed.length > 0) throw new Error(`create-order also answered HTTP ${failed.join(', ')}`);
  if (new Set(paid).size !== sale.units) throw new Error(`${paid.length} orders of ${sale.units} units`);
  // Notices of the last payments may be pending, and the tables follow the log.
  const deadline = performance.now() + SETTLING_MS;
  while ((await soldInTables(server, goods)) !== sale.units) {
    if (performance.now() > deadline)
      throw new Error(`the tables do not say that ${sale.units} units are sold`);
    await pause(100);
  }
  let sold = 0;
  for (const one of goods) sold += await soldInLog(server, one, sale.units / goods.length);
  if (sold !== sale.units) throw new Error(`the log says that ${sold} of ${sale.units} units are sold`);
}

/** Ten buyers for every unit: of one SKU, and of many SKUs. */
export const flashSaleBench: Bench = ({ quick }) =>
  withLiveServer(async (server): Promise<Row[]> => {
    const sale = quick ? { buyers: BUYERS / 10, units: UNITS / 10 } : { buyers: BUYERS, units: UNITS };
    const { base, buyers } = server;
    const [creator = '', ...tokens] = await signedIn(server, sale.buyers + 1);
    const sell = async (skus: number): Promise<JobResult> => {
      const goods = await openShop(
        server,
        creator,
        Array.from({ length: skus }, () => sale.units / skus),
      );
      const result = await buyers.play({
        kind: 'rush',
        base,
        inFlight: IN_FLIGHT,
        tokens,
        goods,
        buyers: sale.buyers,
      });
      await mustBeExact(server, goods, result, sale);
      return result;
    };
    await sell(1);
    await sell(SPREAD);
    const one: JobResult[] = [];
    const many: JobResult[] = [];
    for (let round = 0; round < (quick ? 1 : ROUNDS); round += 1) {
      one.push(await sell(1));
      many.push(await sell(SPREAD));
    }
    const count = (number: number): string => number.toLocaleString('en-US');
    const rate = median(one.map(({ perSecond }) => perSecond));
    return [
      atMost(1.5, {
        name: `${count(sale.buyers)} buyers, ${count(sale.units)} units of one SKU over HTTP: p99 of the answer`,
        value: median(one.map(({ p99 }) => p99)),
        unit: 'ms',
        reference: {
          name: `p99 over ${SPREAD} SKUs at the same load, ${IN_FLIGHT} in flight`,
          value: median(many.map(({ p99 }) => p99)),
        },
        remark: `in ${one.length + many.length + 2} sales sold exactly ${count(sale.units)} each time, by the log and by the tables; no answer but 200, ${OUT_OF_STOCK} and ${LIMIT_REACHED}; ${count(Math.round(rate))} buyers a second`,
      }),
    ];
  });
