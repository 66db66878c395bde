import type { z } from 'zod';
import type { GoalCounting, GoalTerms } from '#events/goals.ts';
import { newGoalId, type UserId } from '#events/ids.ts';
import { fromWire } from '#events/money.ts';
import { GOAL_STATUS, GOAL_TYPE } from '#events/status.ts';
import { goalCountingStream, goalStream } from '#events/stream-names.ts';
import { moveGoal, saveGoal, setGoalCounting } from '#services/commerce/goals/edit-goal.ts';
import { goalCountingKind, goalKind } from '#services/commerce/goals/goal.ts';
import {
  deleteGoal,
  editGoal,
  finishGoals,
  type Goal,
  hideGoal,
  listGoals,
  setGoalProductCount,
  setGoalSponsorCount,
  showGoal,
} from '#services/contract/goals/goals.ts';
import { isRefusal } from '#services/runtime/refusal.ts';
import { type Area, routesOf } from '../http/area.ts';
import { withinQuota } from '../http/quota.ts';
import { goalAnswer, goalsOf, publicGoalsOf } from './goal-answer.ts';

type GoalInput = z.output<typeof editGoal.body>;

const minutes = (seconds: number): number => Math.floor(seconds / 60) * 60_000;

/** Undefined parts are refused by the decider. */
function termsOf({ type, monthly_fans, monthly_income, sum_income, ...input }: GoalInput): GoalTerms {
  const amounts = { [GOAL_TYPE.money]: monthly_income, [GOAL_TYPE.sum_income]: sum_income };
  const target = type === GOAL_TYPE.sponsor ? (monthly_fans ?? 0) : (fromWire(amounts[type]) ?? 0);
  const { begin_time, end_time } = input;
  const window =
    begin_time === undefined || end_time === undefined
      ? null
      : { begin_at: minutes(begin_time), end_at: minutes(end_time) };
  return { type, target, window, description: input.desc.trim() };
}

const countingAnswer = ({ product_money, product_fans }: GoalCounting) => ({
  is_sponsor_count_in: Number(product_fans),
  is_product_count_in: Number(product_money),
});

/** Goals of a creator, their progress, and which orders count. */
export const goalRoutes: Area = (deps) => async (app) => {
  const on = routesOf(app, 'goals');
  const { committer, calendar, clock, readModels } = deps;

  on(listGoals, async ({ query: { user_id, day }, caller }) => {
    const own = caller?.user_id === user_id;
    const { rows, list: all, at, as_of } = await (own ? goalsOf : publicGoalsOf)(deps, user_id, day);
    const list = day === undefined ? all : all.filter((_, n) => (rows[n]?.set_at ?? 0) < at);
    return { list, ...countingAnswer(await countingOf(user_id as UserId)), as_of };
  });

  const countingOf = (creator: UserId): Promise<GoalCounting> =>
    committer.read([goalCountingStream(creator)], (states) =>
      states.get(goalCountingKind, goalCountingStream(creator)),
    );

  on(editGoal, async ({ body, caller: { user_id: creator_id } }) => {
    const made = body.goal_id === undefined;
    const of = { creator_id, goal_id: body.goal_id ?? newGoalId() };
    const save = () => committer.submit(saveGoal({ ...of, terms: termsOf(body), made }));
    const outcome = await (made ? withinQuota(deps, { kind: 'goals', creator: creator_id }, save) : save());
    if (isRefusal(outcome)) return outcome;
    if (!outcome.accepted) return outcome.refusal;
    let { position } = outcome;
    if (body.status !== undefined) {
      const to = body.status === GOAL_STATUS.hidden ? 'hidden' : 'shown';
      const moved = await committer.submit(moveGoal({ ...of, to }));
      if (!moved.accepted) return moved.refusal;
      position = Math.max(position, moved.position);
    }
    await readModels.waitFor('goals', position);
    const { list } = await goalsOf(deps, creator_id);
    const goal = list.find(({ goal_id }) => goal_id === of.goal_id) ?? (await unlisted(of.goal_id));
    return { goal, position };
  });

  /** A goal that the read model does not have yet. */
  async function unlisted(goal_id: string): Promise<Goal> {
    const stream = goalStream(goal_id);
    const goal = await committer.read([stream], (states) => states.get(goalKind, stream));
    if (goal.phase === 'none') throw new Error(`goal ${goal_id} was saved and is not there`);
    const { type, target, window, description, hidden, progress } = goal;
    const times = { begin_at: window?.begin_at ?? null, end_at: window?.end_at ?? null };
    const row = { goal_id, type, target, ...times, description, hidden, values: progress };
    const at = clock.now();
    return goalAnswer(
      { ...row, product_money: false, product_fans: false },
      { day: calendar.dayOf(at), at },
      calendar,
    );
  }

  const moves = [
    [deleteGoal, 'deleted'],
    [showGoal, 'shown'],
    [hideGoal, 'hidden'],
  ] as const;
  for (const [endpoint, to] of moves) {
    on(endpoint, async ({ body: { goal_id }, caller: { user_id: creator_id } }) => {
      const outcome = await committer.submit(moveGoal({ creator_id, goal_id, to }));
      return outcome.accepted ? { position: outcome.position } : outcome.refusal;
    });
  }

  on(finishGoals, async ({ caller }) => {
    const { list } = await goalsOf(deps, caller.user_id);
    return list.length === 0 ? { code: 'no_goal' as const } : { list };
  });

  const switches = [
    [setGoalSponsorCount, 'product_fans'],
    [setGoalProductCount, 'product_money'],
  ] as const;
  for (const [endpoint, field] of switches) {
    on(endpoint, async ({ body: { status }, caller: { user_id: creator_id } }) => {
      const command = setGoalCounting({ creator_id, change: { [field]: status } });
      const outcome = await committer.submit(command);
      if (!outcome.accepted) return outcome.refusal;
      return { ...countingAnswer(outcome.result), position: outcome.position };
    });
  }
};
