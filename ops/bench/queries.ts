import { dailyStats } from '#read-models/daily-stats/projection.ts';
import { daysOf } from '#read-models/daily-stats/queries.ts';
import { rebuild } from '#read-models/engine/rebuild.ts';
import { startTestApi, type TestApi, type TestUser } from '#services/api/testing/test-api.ts';
import { generatePast } from './generated-log.ts';
import type { Bench, Row } from './row.ts';

const FEW = 10_000;
const MANY = 1_000_000;
const CALLS = 3_000;
const WARM_UP = 300;
const AT_MOST = 1.3;
const CALLED = ['/api/my/dashboard', '/api/my/stat'] as const;

/** Milliseconds that 99 of 100 calls stay below. */
async function p99(api: TestApi, url: string, creator: TestUser): Promise<number> {
  const took: number[] = [];
  for (let call = -WARM_UP; call < CALLS; call += 1) {
    const began = performance.now();
    const { ec } = await api.get(url, creator);
    if (ec !== 200) throw new Error(`${url} was refused with ${ec}`);
    if (call >= 0) took.push(performance.now() - began);
  }
  took.sort((one, other) => one - other);
  return took[Math.floor(took.length * 0.99)] ?? Number.NaN;
}

/** The 99th percentile of each call with so many orders, all of one creator. */
async function measured(orders: number): Promise<Map<string, number>> {
  const api = await startTestApi({ projections: false });
  try {
    const creator = await api.creator();
    const { pool, log, clock, calendar } = api.deps;
    const until = clock.now();
    await generatePast(pool, {
      orders,
      creators: [creator.user_id],
      fans: orders / 10,
      days: 90,
      until,
      events: 'orders',
    });
    await rebuild(pool, log, dailyStats(calendar));
    const today = calendar.dayOf(until);
    const range = { creator_id: creator.user_id, plan_id: '', from: '2000-01-01', to: today };
    const counted = (await daysOf(pool, range)).rows.reduce((sum, day) => sum + day.orders, 0);
    if (counted !== orders) throw new Error(`${counted} orders counted of ${orders}`);
    const figures = new Map<string, number>();
    for (const url of CALLED) figures.set(url, await p99(api, url, creator));
    return figures;
  } finally {
    await api.close();
  }
}

/** What a creator's figures cost with few orders and with many: the whole call, but for the network. */
export const queriesBench: Bench = async ({ databaseUrl, quick }) => {
  process.env.TEST_DATABASE_URL = databaseUrl;
  const many = quick ? MANY / 10 : MANY;
  const withFew = await measured(FEW);
  const withMany = await measured(many);
  return CALLED.map((url): Row => {
    const value = withMany.get(url) ?? Number.NaN;
    const before = withFew.get(url) ?? Number.NaN;
    return {
      name: `p99 of ${url} at ${many.toLocaleString('en-US')} orders`,
      value,
      unit: 'ms',
      reference: { name: `the same at ${FEW.toLocaleString('en-US')} orders`, value: before },
      ratio: value / before,
      target: AT_MOST,
      met: value / before <= AT_MOST,
    };
  });
};
