import { newPlanId, newSkuId, newUserId } from '#events/ids.ts';
import { logMigrations, postgresLog } from '#events/log/postgres/postgres-log.ts';
import { startCommitter } from '#services/commerce/committer/committer.ts';
import { offerHot, type SellingJob, type Sold, sellAtOnce } from '#services/commerce/testing/hot-sku.ts';
import { systemClock } from '#services/runtime/clock.ts';
import { createPool } from '#services/runtime/database.ts';
import { allMigrations } from '#services/runtime/migrations.ts';
import { type Delays, workBesideSale } from '#services/worker/testing/beside-sale.ts';
import { median, percentile } from './load.ts';
import { atLeast, type Bench, noMoreThan, type Row } from './row.ts';
import { withScratchDatabase } from './scratch-database.ts';

const IN_FLIGHT = 128;
const ROUNDS = 5;
const MAX_ANSWER_MS = 250;
const MAX_DELAY_MS = 1_000;
const WORKER_SECONDS = 4;
const migrations = [
  { area: 'log', folder: logMigrations },
  { area: 'commerce', folder: new URL('../../services/commerce/migrations/', import.meta.url) },
];

/** Processes that sell one new SKU concurrently, one for each number of commands in flight. */
const sell = (server: string, seconds: number, inFlight: readonly number[]): Promise<Sold[]> =>
  withScratchDatabase(server, migrations, async (url) => {
    const hot = { sku_id: newSkuId(), plan_id: newPlanId(), creator_id: newUserId() };
    const pool = createPool(url, { name: 'bench', max: 2 });
    const log = postgresLog(pool);
    const committer = startCommitter({ log, clock: systemClock, pool });
    await committer.submit(offerHot(hot, null));
    await committer.close();
    await log.close();
    await pool.end();
    return sellAtOnce(
      inFlight.map((each): SellingJob => ({ url, hot, inFlight: each, seconds, turns: true })),
    );
  });

const perSecond = (sold: readonly Sold[], seconds: number): number =>
  sold.reduce((sum, { done }) => sum + done, 0) / seconds;

type WorkerDelays = Pick<Delays, 'expiries' | 'payments'>;

/** The worker's writes while two processes sell one SKU: of this SKU, or of another one. */
async function addDelays(server: string, seconds: number, same: boolean, to: WorkerDelays): Promise<void> {
  const { expiries, payments } = await withScratchDatabase(server, allMigrations, (url) =>
    workBesideSale({ url, seconds, same }),
  );
  to.expiries.push(...expiries);
  to.payments.push(...payments);
}

const delayRow = (name: string, delays: readonly number[], quiet: readonly number[]): Row => {
  const of = (figures: readonly number[], share: number): string => percentile(figures, share).toFixed(0);
  return noMoreThan(MAX_DELAY_MS, {
    name,
    value: percentile(delays, 0.99),
    unit: 'ms',
    remark: `p50 ${of(delays, 0.5)} ms; at the same time on a quiet SKU p50 ${of(quiet, 0.5)} ms, p99 ${of(quiet, 0.99)} ms`,
  });
};

/** Two processes that decide on one hot SKU, compared with one; and a quiet process next to a busy one. */
export const sharingBench: Bench = async ({ databaseUrl, quick }): Promise<Row[]> => {
  const seconds = quick ? 2 : 8;
  const rates: number[][] = [];
  const shares: number[] = [];
  const p99s: number[] = [];
  const beside: Sold[] = [];
  const onSale: WorkerDelays = { expiries: [], payments: [] };
  const quiet: WorkerDelays = { expiries: [], payments: [] };
  let refused = 0;
  for (let round = 0; round < (quick ? 1 : ROUNDS); round += 1) {
    const one = await sell(databaseUrl, seconds, [IN_FLIGHT]);
    const two = await sell(databaseUrl, seconds, [IN_FLIGHT, IN_FLIGHT]);
    const [, few] = await sell(databaseUrl, seconds, [IN_FLIGHT, 1]);
    rates.push([perSecond(one, seconds), perSecond(two, seconds)]);
    shares.push(Math.min(...two.map(({ done }) => done)) / two.reduce((sum, { done }) => sum + done, 0));
    p99s.push(Math.max(...two.map(({ p99 }) => p99)));
    if (few) beside.push(few);
    await addDelays(databaseUrl, quick ? 2 : WORKER_SECONDS, true, onSale);
    await addDelays(databaseUrl, quick ? 2 : WORKER_SECONDS, false, quiet);
    refused += [...one, ...two, ...(few ? [few] : [])].reduce((sum, sold) => sum + sold.refused, 0);
  }
  if (refused > 0) throw new Error(`${refused} commands were refused`);
  const rateOf = (processes: 0 | 1): number => median(rates.map((rate) => rate[processes] ?? 0));
  return [
    atLeast(0.9, {
      name: `decisions on one SKU by two processes, ${IN_FLIGHT} in flight each`,
      value: rateOf(1),
      unit: 'per second',
      reference: { name: `by one process alone, ${IN_FLIGHT} in flight`, value: rateOf(0) },
    }),
    atLeast(0.35, {
      name: 'of these, by the slower of the two',
      value: median(shares) * rateOf(1),
      unit: 'per second',
      reference: { name: 'by both', value: rateOf(1) },
    }),
    noMoreThan(MAX_ANSWER_MS, {
      name: 'of these, p99 of the answer',
      value: median(p99s),
      unit: 'ms',
      remark: 'none refused',
    }),
    noMoreThan(MAX_ANSWER_MS, {
      name: `commands one after another on a SKU that another process sells, ${IN_FLIGHT} in flight there: p99`,
      value: median(beside.map(({ p99 }) => p99)),
      unit: 'ms',
      remark: `${Math.round(median(beside.map(({ done }) => done / seconds)))} commands a second`,
    }),
    delayRow(
      'expiry of unpaid orders of a SKU that two processes sell: p99 since due',
      onSale.expiries,
      quiet.expiries,
    ),
    delayRow('payments of orders of this SKU: p99 since the notice', onSale.payments, quiet.payments),
  ];
};
