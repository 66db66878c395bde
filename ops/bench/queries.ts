import { glob } from 'node:fs/promises';
import { Client } from 'pg';
import { addDays } from '#events/time.ts';
import { allProjections } from '#read-models/all.ts';
import { rebuild } from '#read-models/engine/rebuild.ts';
import { daysOf } from '#read-models/stats/daily-stats/queries.ts';
import { lastDays } from '#services/api/http/periods.ts';
import { startTestApi, type TestApi, type TestUser } from '#services/api/testing/test-api.ts';
import { getAffiliate } from '#services/contract/affiliates/calls.ts';
import type { Endpoint } from '#services/contract/endpoint.ts';
import {
  type EditGoal,
  editGoal,
  listGoals,
  setGoalProductCount,
  setGoalSponsorCount,
} from '#services/contract/goals/goals.ts';
import { listIncomeLines } from '#services/contract/income/income.ts';
import { exportCreatorOrders } from '#services/contract/orders/order-list.ts';
import { listRedeemCodes } from '#services/contract/redeem/calls.ts';
import { explainStats, listTopPlans } from '#services/contract/stats/calls.ts';
import { explainGoal, getGoalHistory } from '#services/contract/stats/explain-goal.ts';
import { getSales, getStatsFile } from '#services/contract/stats/sales.ts';
import { listPostings } from '#services/contract/withdrawals/withdrawals.ts';
import { atATime } from './at-a-time.ts';
import { generatePast } from './generated-log.ts';
import { median, percentile } from './load.ts';
import { atMost, type Bench, type Row } from './row.ts';

const FEW = 10_000;
const MANY = 1_000_000;
/** A round makes all calls, so a burst of other load falls into one round, and the median of the rounds leaves it out. */
const ROUNDS = 7;
/** Calls that are then above the limit go on, up to so many rounds: a p99 of 400 calls varies. All rounds count. */
const MAX_ROUNDS = 4 * ROUNDS;
/** Of each path in each round. */
const CALLS = 400;
const WARM_UP = 50;
const AT_MOST = 1.3;
/** At few orders it has fewer rows than a page. With a shorter page both lists are equally long. */
const RARE = 'month_returned';
/** Files of everything, and calls that name something else than days: a goal is named below. */
const LEFT_OUT: readonly unknown[] = [
  exportCreatorOrders,
  getStatsFile,
  getAffiliate,
  explainGoal,
  getGoalHistory,
  listRedeemCodes,
];

/** So that a moved folder of contracts is noticed. */
const MIN_CALLS = 30;

type Query = Readonly<Record<string, string | number>>;
interface Call {
  endpoint: Endpoint;
  query: Query | ((stage: Stage) => Query);
  /** with what its row names it apart from others of the endpoint */
  figure?: string;
}

const isOfCreators = (one: Partial<Endpoint>): one is Endpoint =>
  one.method === 'GET' && one.access === 'creator' && (one.reads ?? []).length > 0;

/** The calls of creators that read read models. */
async function callsOf(day: string): Promise<Call[]> {
  const days = lastDays(day, 90);
  const queries = new Map<unknown, Query>([
    [explainStats, { figure: 'net', ...days }],
    [listIncomeLines, { month: day.slice(0, 7) }],
    [listPostings, { account: 'pending' }],
    [getSales, { ...days }],
    [listTopPlans, { ...days }],
  ]);
  const calls = new Map<unknown, Call>();
  const endpoint = explainStats;
  for (const figure of ['new_sponsors', 'sponsors', 'refunds'])
    calls.set(figure, { endpoint, figure, query: { figure, ...days } });
  const month = addDays(`${day.slice(0, 7)}-01`, -1).slice(0, 7);
  for (const figure of ['sponsors', 'new', 'kept', 'returned', 'lost'].map((name) => `month_${name}`))
    calls.set(figure, {
      endpoint,
      figure,
      query: { figure, month, ...(figure === RARE && { per_page: 3 }) },
    });
  calls.set('cohort', {
    endpoint,
    figure: 'a cohort',
    query: { figure: 'month_sponsors', month, cohort: month },
  });
  calls.set('recurring', { endpoint, figure: 'recurring', query: { figure: 'recurring', month } });
  const hour = { figure: 'gross', weekday: 3, hour: 20, ...days };
  calls.set('hour', { endpoint, figure: 'an hour', query: hour });
  const ofSku = ({ creator: { user_id: id } }: Stage): Query => ({
    figure: 'units',
    plan_id: `${id}p`,
    sku_id: `${id}s0`,
    ...days,
  });
  const ofCreator = ({ creator: { user_id } }: Stage): Query => ({ user_id });
  calls.set('goals', { endpoint: listGoals, query: ofCreator });
  for (const figure of ['money', 'fans'] as const)
    calls.set(figure, { endpoint: explainGoal, figure, query: ({ goals }) => ({ goal_id: goals[figure] }) });
  calls.set('sku', { endpoint, figure: 'a SKU', query: ofSku });
  const contracts = new URL('../../services/contract/', import.meta.url);
  for await (const file of glob('*/*.ts', { cwd: contracts.pathname, exclude: ['**/*.test.ts'] })) {
    const contract = (await import(new URL(file, contracts).href)) as Record<string, Partial<Endpoint>>;
    for (const one of Object.values(contract)) {
      if (!isOfCreators(one) || LEFT_OUT.includes(one)) continue;
      calls.set(one, { endpoint: one, query: queries.get(one) ?? {} });
    }
  }
  if (calls.size < MIN_CALLS) throw new Error(`only ${calls.size} calls of creators were found`);
  return [...calls.values()];
}

interface Stage {
  orders: number;
  api: TestApi;
  creator: TestUser;
  goals: Readonly<Record<'money' | 'fans', string>>;
}

/** A server whose one creator has this many orders. */
async function stageWith(orders: number): Promise<Stage> {
  const api = await startTestApi({ projections: false });
  const creator = await api.creator();
  for (const counts of [setGoalProductCount, setGoalSponsorCount])
    await api.send(counts, { status: 1 }, creator);
  const goal = async (terms: EditGoal): Promise<string> =>
    (await api.send(editGoal, terms, creator)).data.goal.goal_id;
  const money = await goal({ type: 2, monthly_income: '1000000.00' });
  const goals = { money, fans: await goal({ type: 1, monthly_fans: 1_000_000 }) };
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
  // While one waits for the database, the other folds.
  await atATime(2, allProjections(calendar), (projection) => rebuild(pool, log, projection));
  const range = {
    creator_id: creator.user_id,
    plan_id: '',
    from: '2000-01-01',
    to: calendar.dayOf(until),
  };
  const counted = (await daysOf(pool, range)).rows.reduce((sum, day) => sum + day.orders, 0);
  if (counted !== orders) throw new Error(`${counted} orders counted of ${orders}`);
  // Otherwise the server does it during the calls.
  const client = new Client({ connectionString: api.databaseUrl });
  await client.connect();
  await client.query('VACUUM (ANALYZE)');
  await client.end();
  return { orders, api, creator, goals };
}

async function timed({ endpoint: { path }, query }: Call, stage: Stage): Promise<number> {
  const { api, creator } = stage;
  const began = performance.now();
  const { ec } = await api.get(path, creator, typeof query === 'function' ? query(stage) : query);
  if (ec !== 200) throw new Error(`${path} was refused with ${ec}`);
  return performance.now() - began;
}

type Taken = [few: number[], many: number[]];

/** The calls alternate, so that other load affects both equally. */
async function alternated(call: Call, few: Stage, many: Stage, times: number): Promise<Taken> {
  const taken: Taken = [[], []];
  for (let nth = 0; nth < times; nth += 1) {
    for (const of of nth % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const))
      taken[of].push(await timed(call, of === 0 ? few : many));
  }
  return taken;
}

const p99 = (rounds: readonly Taken[], of: 0 | 1): number =>
  median(rounds.map((taken) => percentile(taken[of], 0.99)));

function rowOf({ endpoint: { path }, figure }: Call, rounds: readonly Taken[], few: Stage, many: Stage): Row {
  const middle = (of: 0 | 1): string => median(rounds.flatMap((taken) => taken[of])).toFixed(2);
  const reference = {
    name: `the same at ${few.orders.toLocaleString('en-US')} orders`,
    value: p99(rounds, 0),
  };
  const name = `p99 of ${path}${figure === undefined ? '' : ` of ${figure}`} at ${many.orders.toLocaleString('en-US')} orders`;
  const times = rounds[0]?.[0].length;
  const remark = `medians ${middle(1)} ms and ${middle(0)} ms; p99 is the median of ${rounds.length} rounds of ${times} calls`;
  return atMost(AT_MOST, {
    name,
    value: p99(rounds, 1),
    unit: 'ms',
    reference,
    remark,
  });
}

/** The cost of a creator's figures with few orders and with many: the whole call without the network. */
export const queriesBench: Bench = async ({ databaseUrl, quick }) => {
  process.env.TEST_DATABASE_URL = databaseUrl;
  const few = await stageWith(FEW);
  try {
    const many = await stageWith(quick ? MANY / 10 : MANY);
    try {
      const { calendar, clock } = few.api.deps;
      const calls = await callsOf(calendar.dayOf(clock.now()));
      const rounds = new Map(calls.map((call) => [call, [] as Taken[]]));
      for (const call of calls) await alternated(call, few, many, WARM_UP);
      for (let nth = 0; nth < MAX_ROUNDS; nth += 1) {
        for (const [call, taken] of rounds) {
          if (nth < ROUNDS || p99(taken, 1) > AT_MOST * p99(taken, 0))
            taken.push(await alternated(call, few, many, quick ? CALLS / 10 : CALLS));
        }
      }
      return [...rounds].map(([call, taken]) => rowOf(call, taken, few, many));
    } finally {
      await many.api.close();
    }
  } finally {
    await few.api.close();
  }
};
