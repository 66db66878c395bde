import type { Goods, JobResult } from './live/job.ts';
import { type LiveServer, withLiveServer } from './live/server.ts';
import { openShop, signedIn } from './live/shop.ts';
import { median } from './load.ts';
import { atLeast, type Bench, type Row } from './row.ts';

const IN_FLIGHT = 64;
const FANS = 2_000;
const SKUS = 50;
const ROUNDS = 5;
/** Until the server's code is compiled as well as it will be. */
const WARM_UP_SECONDS = 15;

export interface OrderStage {
  /** The session of the creator. */
  creator: string;
  goods: Goods[];
  tokens: string[];
}

/** A shop with enough of everything, and fans who are signed in. */
export async function openForOrders(server: LiveServer): Promise<OrderStage> {
  const [creator = '', ...tokens] = await signedIn(server, FANS + 1);
  return {
    creator,
    goods: await openShop(
      server,
      creator,
      Array.from({ length: SKUS }, () => 10_000_000),
    ),
    tokens,
  };
}

export const buyFor = (
  { base, buyers }: LiveServer,
  stage: OrderStage,
  seconds: number,
  perSecond?: number,
): Promise<JobResult> =>
  buyers.play({
    kind: 'orders',
    base,
    inFlight: IN_FLIGHT,
    seconds,
    ...stage,
    ...(perSecond && { perSecond }),
  });

/** Whole orders per second over HTTP, compared with health requests by the same client. */
export const ordersBench: Bench = ({ quick }) =>
  withLiveServer(async (server): Promise<Row[]> => {
    const stage = await openForOrders(server);
    const seconds = quick ? 3 : 10;
    const { base, buyers } = server;
    const ask = () =>
      buyers.play({ kind: 'healthz', base, inFlight: IN_FLIGHT, tokens: [], seconds: seconds / 2 });
    await buyFor(server, stage, quick ? 2 : WARM_UP_SECONDS);
    await ask();
    const orders: JobResult[] = [];
    const answers: number[] = [];
    // In turns, so that a machine that is busy for a while is so for both.
    for (let round = 0; round < (quick ? 1 : ROUNDS); round += 1) {
      orders.push(await buyFor(server, stage, seconds));
      answers.push((await ask()).perSecond);
    }
    const whole = median(orders.map(({ p50 }) => p50));
    const slowest = median(orders.map(({ p99 }) => p99));
    return [
      atLeast(1 / 20, {
        name: 'whole orders over HTTP, 64 in flight: placed, paid, fulfilled',
        value: median(orders.map(({ perSecond }) => perSecond)),
        unit: 'per second',
        reference: { name: 'GET /healthz of the same server, same client', value: median(answers) },
        remark: `a whole order takes ${whole.toFixed(0)} ms, p99 ${slowest.toFixed(0)} ms`,
      }),
    ];
  });
