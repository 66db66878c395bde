import { describe, expect, it } from 'vitest';
import { goalStream } from '#events/stream-names.ts';
import { fixture } from '#events/testing/fixture.ts';
import { deleteGoal, editGoal, setGoalProductCount } from '#services/contract/goals/goals.ts';
import { goals } from '#services/worker/processes/goals.ts';
import { goesWrong, startRace, won } from '../testing/race.ts';
import type { Servers } from '../testing/servers.ts';
import { forSale, openShop } from '../testing/shop.ts';

const race = fixture(() => startRace(1));
/** The last order towards a goal is paid; both servers record that while both get a request to delete the goal. */
async function run(servers: Servers) {
  const { creator, plan, skus } = await openShop(race.api, [forSale('Red', '')]);
  const { pool, calendar, log } = race.api.deps;
  await servers.call(0, setGoalProductCount, { status: 1 }, creator);
  const { goal } = (await servers.call(0, editGoal, { type: 2, monthly_income: '10.00' }, creator)).data;
  const { goal_id } = goal;
  // Both servers know the goal before: neither is helped by having to load it.
  const record = (n: number) =>
    goals({ pool, calendar, committer: servers.committer(n) }).fire(
      { key: creator.user_id, due_at: 0, attempts: 0, data: { position: 0 } },
      0,
    );
  await Promise.all([record(0), record(1)]);
  const shop = { creator, plan, skus };
  const placed = await race.buy(servers, 0, shop, [{ sku_id: skus[0]!.sku_id, count: 1 }]);
  expect(won([placed])).toHaveLength(1);
  expect(await race.notify(servers, 1, placed.data)).toBe(200);
  await race.api.projected();
  const erase = (n: number) => servers.call(n, deleteGoal, { goal_id }, creator);
  const [, , one, other] = await Promise.all([record(0), record(1), erase(0), erase(1)]);
  expect([one.ec, other.ec]).toEqual([200, 200]);
  return (await log.readStream(goalStream(goal_id))).map(({ type }) => type);
}

const BEFORE = ['GoalSet'];
const REACHED = ['GoalSet', 'GoalProgressed', 'GoalReached'];
const isWhole = (types: readonly string[]): boolean =>
  [BEFORE, REACHED].some((first) => [...first, 'GoalDeleted'].join() === types.join());

describe('the last order of a goal against its deletion', () => {
  it('is recorded whole before it or not at all, and the goal is deleted once', async () => {
    for (let round = 0; round < 8; round += 1) expect(await run(race.guarded)).toSatisfy(isWhole);
  });

  it('negative control: without expected versions it is recorded twice or after the deletion', async () => {
    expect(await goesWrong(async () => !isWhole(await run(race.careless)))).toBe(true);
  });
});
