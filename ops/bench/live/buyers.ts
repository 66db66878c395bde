/** A separate process for the buyers, so that requests do not cost the server's process time. */
import { setTimeout as pause } from 'node:timers/promises';
import { Pool } from 'undici';
import { type Actor, type Answer, answerTo, overHttp } from '#ops/actors/client.ts';
import { pay, untilPaid } from '#ops/actors/people.ts';
import { createOrder, type PlacedOrder } from '#services/contract/orders/orders.ts';
import { closedLoop, percentile, timedLoop } from '../load.ts';
import type { Goods, Job, JobResult } from './job.ts';

type Placed = Answer<PlacedOrder>;
/** Between two look-ups of an order that waits for its payment's notice. */
const LOOK_AGAIN_MS = 3;
const PATIENCE_MS = 20_000;

/** Counts the answers. */
function ledger() {
  const codes: Record<string, number> = {};
  const statuses: Record<string, number> = {};
  const took: number[] = [];
  const paid: string[] = [];
  return {
    took,
    paid,
    record({ status, ec = 0 }: Pick<Answer<unknown>, 'status' | 'ec'>): void {
      if (status !== 200) statuses[status] = (statuses[status] ?? 0) + 1;
      codes[ec] = (codes[ec] ?? 0) + 1;
    },
    result: (done: number, perSecond: number): JobResult => ({
      done,
      perSecond,
      p50: percentile(took, 0.5),
      p99: percentile(took, 0.99),
      codes,
      statuses,
      paid,
    }),
  };
}

type Ledger = ReturnType<typeof ledger>;

const place = (fan: Actor, { plan_id, sku_id }: Goods): Promise<Placed> =>
  answerTo(fan, createOrder, { plan_id, sku: [{ sku_id, count: 1 }] });

async function payFor(fan: Actor, { data }: Placed): Promise<string> {
  await pay(fan, data.pay.charge_id);
  return data.out_trade_no;
}

async function wholeOrder(fan: Actor, goods: Goods, book: Ledger): Promise<void> {
  const begun = performance.now();
  const placed = await place(fan, goods);
  book.record(placed);
  if (placed.ec !== 200) throw new Error(`create-order answered ${placed.status}, ec ${placed.ec}`);
  await untilPaid(fan, await payFor(fan, placed), PATIENCE_MS, LOOK_AGAIN_MS);
  book.took.push(performance.now() - begun);
}

/** Starts this many a second, evenly, independent of running ones. */
async function evenly(perSecond: number, seconds: number, call: (number: number) => Promise<void>) {
  const total = Math.round(perSecond * seconds);
  const begun = performance.now();
  const under: Promise<void>[] = [];
  for (let number = 0; number < total; number += 1) {
    const rest = begun + (number * 1_000) / perSecond - performance.now();
    if (rest > 1) await pause(rest);
    under.push(call(number));
  }
  await Promise.all(under);
  return { perSecond: total / ((performance.now() - begun) / 1_000), done: total };
}

/** Reused between jobs, so that answers are measured and not connections. */
const pools = new Map<string, Pool>();

/** Keep-alive connections, with one request at a time on each. */
function poolFor({ base, inFlight: connections }: Job): Pool {
  const key = `${base} ${connections}`;
  const pool = pools.get(key) ?? new Pool(base, { connections, pipelining: 1 });
  pools.set(key, pool);
  return pool;
}

async function perform(job: Job): Promise<JobResult> {
  const { base, tokens, inFlight } = job;
  const dispatcher = poolFor(job);
  const book = ledger();
  const fan = (number: number): Actor => {
    const token = tokens[number % tokens.length];
    return overHttp(base, { token, dispatcher });
  };
  const of = (goods: readonly Goods[], number: number): Goods => {
    const one = goods[number % goods.length];
    if (one === undefined) throw new Error('there is nothing to buy');
    return one;
  };
  const counted = ({ done, perSecond }: { done: number; perSecond: number }) => book.result(done, perSecond);
  switch (job.kind) {
    case 'healthz':
      return counted(
        await timedLoop(inFlight, job.seconds, async () => {
          const begun = performance.now();
          book.record(await fan(0).send({ method: 'GET', url: '/healthz' }));
          book.took.push(performance.now() - begun);
        }),
      );
    case 'orders': {
      const { goods, seconds, perSecond } = job;
      const order = (number: number) => wholeOrder(fan(number), of(goods, number), book);
      const load =
        perSecond === undefined ? timedLoop(inFlight, seconds, order) : evenly(perSecond, seconds, order);
      return counted(await load);
    }
    case 'rush': {
      const { goods, buyers } = job;
      const buy = async (number: number): Promise<void> => {
        const buyer = fan(number);
        const begun = performance.now();
        const placed = await place(buyer, of(goods, number));
        book.took.push(performance.now() - begun);
        book.record(placed);
        if (placed.ec === 200) book.paid.push(await payFor(buyer, placed));
      };
      return counted(await closedLoop(inFlight, buyers, buy));
    }
    default:
      return job satisfies never;
  }
}

process.on('message', (job: Job) => {
  perform(job).then(
    (result) => process.send?.({ result }),
    (error: unknown) => process.send?.({ error: error instanceof Error ? error.message : String(error) }),
  );
});
process.once('disconnect', () => process.exit());
