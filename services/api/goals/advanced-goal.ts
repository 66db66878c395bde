import type { Fen } from '#events/money.ts';
import { GOAL_TYPE, PRODUCT_TYPE } from '#events/status.ts';
import { type CountedRow, paidInMonth } from '#read-models/goals/queries.ts';
import type { Dependencies } from '#services/api/http/dependencies.ts';
import type { AdvancedGoal } from '#services/contract/goals/goals.ts';
import { percentOf, periodOf } from '#services/modules/goals/goal-period.ts';
import { publicGoalsOf } from './goal-answer.ts';

interface Order {
  creator_id: string;
  /** null: a guest, who counts as a new fan */
  user_id: string | null;
  product_type: number;
  amount: Fen;
}

type Parts = Pick<Dependencies, 'accounts' | 'pool' | 'calendar' | 'clock'>;

/** The progress that the order adds to a goal if paid now: fen, or fans. */
async function addedTo(deps: Parts, row: CountedRow, order: Order, month: string): Promise<number> {
  const product = order.product_type !== PRODUCT_TYPE.sponsorship;
  if (row.type !== GOAL_TYPE.sponsor) return product && !row.product_money ? 0 : order.amount;
  if (product && !row.product_fans) return 0;
  if (order.user_id === null) return 1;
  const { creator_id, user_id } = order;
  const [paid] = (await paidInMonth(deps.pool, { creator_id, user_id, month })).rows;
  return (paid?.sponsored ?? 0) + (row.product_fans ? (paid?.bought ?? 0) : 0) > 0 ? 0 : 1;
}

/** The first shown goal that is not reached yet and that this order moves, and how far; null without one. */
export async function advancedGoal(deps: Parts, order: Order): Promise<AdvancedGoal | null> {
  if (order.amount === 0) return null;
  const { rows, day, at } = await publicGoalsOf(deps, order.creator_id);
  for (const row of rows) {
    const { name, from, to } = periodOf(row, day, deps.calendar);
    const value = row.values[name] ?? 0;
    if (value >= row.target || at < from || at >= to) continue;
    const added = await addedTo(deps, row, order, day.slice(0, 7));
    if (added === 0) continue;
    const { goal_id, type, description: desc } = row;
    return { goal_id, type, desc, percent: percentOf(value + added, row.target) };
  }
  return null;
}
