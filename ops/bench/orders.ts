import type { Goods, JobResult } from './live/job.ts';
import { processorClock } from './live/processor-time.ts';
import { type LiveServer, withLiveServer } from './live/server.ts';
import { openShop, signedIn } from './live/shop.ts';
import { median } from './load.ts';
import { atLeast, type Bench, noMoreThan, type Row } from './row.ts';

const IN_FLIGHT = 64;
const FEW_IN_FLIGHT = 16;
const FANS = 2_000;
const SKUS = 50;
const ROUNDS = 5;
/** V8 compiles the server's code for about a minute: over 20,000 orders. */
const WARM_UP_SECONDS = 60;
const PROCESSOR_MS = 1.5;

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
  { perSecond, inFlight = IN_FLIGHT }: { perSecond?: number; inFlight?: number } = {},
): Promise<JobResult> =>
  buyers.play({
    kind: 'orders',
    base,
    inFlight,
    seconds,
    ...stage,
    ...(perSecond && { perSecond }),
  });

/** Orders until the server is as fast as it will be. */
export const warmUp = (server: LiveServer, stage: OrderStage, quick: boolean): Promise<JobResult> =>
  buyFor(server, stage, quick ? 2 : WARM_UP_SECONDS);

function processorRow(needed: ReadonlyMap<string, number>, done: number): Row {
  const each = [...needed].map(([name, time]) => [name, time / done] as const);
  return noMoreThan(PROCESSOR_MS, {
    name: 'processor time of a whole order, of all processes and PostgreSQL',
    value: each.reduce((sum, [, time]) => sum + time, 0),
    unit: 'ms',
    remark: each.map(([name, time]) => `${name} ${time.toFixed(2)} ms`).join(', '),
  });
}

/** Whole orders per second over HTTP, compared with health requests by the same client. */
export const ordersBench: Bench = ({ quick }) =>
  withLiveServer(async (server): Promise<Row[]> => {
    const stage = await openForOrders(server);
    const seconds = quick ? 3 : 10;
    const { base, buyers } = server;
    const ask = () =>
      buyers.play({ kind: 'healthz', base, inFlight: IN_FLIGHT, tokens: [], seconds: seconds / 2 });
    await warmUp(server, stage, quick);
    await ask();
    const orders: JobResult[] = [];
    const few: JobResult[] = [];
    const answers: number[] = [];
    const clock = process.platform === 'linux' ? processorClock(server) : undefined;
    const buy = () => buyFor(server, stage, seconds);
    // In turns, so that a machine that is busy for a while is so for both.
    for (let round = 0; round < (quick ? 1 : ROUNDS); round += 1) {
      orders.push(await (clock ? clock.during(buy) : buy()));
      few.push(await buyFor(server, stage, seconds / 2, { inFlight: FEW_IN_FLIGHT }));
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
      atLeast(0.5, {
        name: `whole orders over HTTP, ${FEW_IN_FLIGHT} in flight`,
        value: median(few.map(({ perSecond }) => perSecond)),
        unit: 'per second',
        reference: {
          name: `${IN_FLIGHT} in flight, in the same run`,
          value: median(orders.map(({ perSecond }) => perSecond)),
        },
        remark: `a whole order takes ${median(few.map(({ p50 }) => p50)).toFixed(0)} ms`,
      }),
      ...(clock
        ? [
            processorRow(
              clock.needed,
              orders.reduce((sum, { done }) => sum + done, 0),
            ),
          ]
        : []),
    ];
  });
