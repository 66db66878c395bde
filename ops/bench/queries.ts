import { rebuild } from '#read-models/engine/rebuild.ts';
import { dailyStats } from '#read-models/stats/daily-stats/projection.ts';
import { daysOf } from '#read-models/stats/daily-stats/queries.ts';
import { lastDays } from '#services/api/http/periods.ts';
import { startTestApi, type TestApi, type TestUser } from '#services/api/testing/test-api.ts';
import { generatePast } from './generated-log.ts';
import { percentile } from './load.ts';
import { atMost, type Bench, type Row } from './row.ts';

const FEW = 10_000;
const MANY = 1_000_000;
const CALLS = 3_000;
const WARM_UP = 300;
const AT_MOST = 1.3;
const CALLED = ['/api/my/dashboard', '/api/my/stat', '/api/my/sponsor-months', '/api/my/sales'] as const;

interface Stage {
  orders: number;
  api: TestApi;
  creator: TestUser;
}

/** A server whose one creator has this many orders. */
async function stageWith(orders: number): Promise<Stage> {
  const api = await startTestApi({ projections: false });
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
  const range = { creator_id: creator.user_id, plan_id: '', from: '2000-01-01', to: calendar.dayOf(until) };
  const counted = (await daysOf(pool, range)).rows.reduce((sum, day) => sum + day.orders, 0);
  if (counted !== orders) throw new Error(`${counted} orders counted of ${orders}`);
  return { orders, api, creator };
}

async function timed(url: string, { api, creator }: Stage): Promise<number> {
  const began = performance.now();
  const query = url === '/api/my/sales' ? lastDays(api.deps.calendar.dayOf(api.deps.clock.now()), 90) : {};
  const { ec } = await api.get(url, creator, { ...query });
  if (ec !== 200) throw new Error(`${url} was refused with ${ec}`);
  return performance.now() - began;
}

/** The calls alternate, so that other load affects both equally. */
async function compared(url: string, few: Stage, many: Stage): Promise<Row> {
  const before: number[] = [];
  const after: number[] = [];
  for (let call = -WARM_UP; call < CALLS; call += 1) {
    const [one, other] = [await timed(url, few), await timed(url, many)];
    if (call < 0) continue;
    before.push(one);
    after.push(other);
  }
  const reference = {
    name: `the same at ${few.orders.toLocaleString('en-US')} orders`,
    value: percentile(before, 0.99),
  };
  const value = percentile(after, 0.99);
  const name = `p99 of ${url} at ${many.orders.toLocaleString('en-US')} orders`;
  return atMost(AT_MOST, { name, value, unit: 'ms', reference });
}

/** The cost of a creator's figures with few orders and with many: the whole call without the network. */
export const queriesBench: Bench = async ({ databaseUrl, quick }) => {
  process.env.TEST_DATABASE_URL = databaseUrl;
  const few = await stageWith(FEW);
  try {
    const many = await stageWith(quick ? MANY / 10 : MANY);
    try {
      const rows: Row[] = [];
      for (const url of CALLED) rows.push(await compared(url, few, many));
      return rows;
    } finally {
      await many.api.close();
    }
  } finally {
    await few.api.close();
  }
};
