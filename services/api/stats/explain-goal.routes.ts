import { GOAL_TYPE } from '#events/status.ts';
import { goalStream } from '#events/stream-names.ts';
import { earliest } from '#read-models/engine/as-of.ts';
import { explainGoal as ordersOfGoal } from '#read-models/orders/explain-goal.ts';
import { goalKind } from '#services/commerce/goals/goal.ts';
import { explainGoal, getGoalHistory } from '#services/contract/stats/explain-goal.ts';
import { periodOf } from '#services/modules/goals/goal-period.ts';
import { goalsOf } from '../goals/goal-answer.ts';
import { rangeOf } from '../http/answer.ts';
import { type Area, routesOf } from '../http/area.ts';
import { wire } from '../http/money.ts';
import { explainedEvent, explainedPage } from './explained-orders.ts';

/** The progress of a goal: the orders that it consists of, and the events that recorded it. */
export const explainGoalRoutes: Area = (deps) => async (app) => {
  const on = routesOf(app, 'goals');
  const { pool, calendar, committer, log } = deps;

  on(explainGoal, async ({ query, caller: { user_id: creator_id }, language }) => {
    const { goal_id } = query;
    const counted = await goalsOf(deps, creator_id, query.day);
    const row = counted.rows.find((one) => one.goal_id === goal_id);
    const goal = counted.list.find((one) => one.goal_id === goal_id);
    if (!row || !goal) return { code: 'not_found' };
    const ofFans = row.type === GOAL_TYPE.sponsor;
    const { from, to } = periodOf(row, counted.day, calendar);
    const range = rangeOf(query);
    const scope = {
      creator_id,
      from,
      to,
      through: counted.day,
      ...range,
      products: ofFans ? row.product_fans : row.product_money,
    };
    const worded = (amount: number): string => (ofFans ? String(amount) : wire(amount));
    const reading = { viewer: creator_id, language, worded };
    const found = await ordersOfGoal(pool, calendar, ofFans ? 'fans' : 'money', scope);
    const explained = await explainedPage(deps, found, reading, range);
    return { goal, ...explained, as_of: earliest(explained.as_of, counted.as_of) };
  });

  on(getGoalHistory, async ({ query, caller: { user_id } }) => {
    const { goal_id } = query;
    const { limit, offset } = rangeOf(query);
    const stream = goalStream(goal_id);
    const { own, total_count } = await committer.read([stream], (states) => {
      const goal = states.get(goalKind, stream);
      const own = goal.phase !== 'none' && goal.creator_id === user_id;
      return { own, total_count: states.versionOf(stream) + 1 };
    });
    if (!own) return { code: 'not_found' };
    const end = Math.max(0, total_count - offset);
    const begin = Math.max(0, end - limit);
    const events =
      end === begin ? [] : await log.readStream(stream, { after: begin - 1, limit: end - begin });
    return {
      list: events.map(explainedEvent).toReversed(),
      has_more: begin > 0,
      total_count,
    };
  });
};
