import { z } from 'zod';
import { userId } from './ids.ts';
import { GOAL_TYPE } from './status.ts';
import { millis } from './time.ts';

/** A target of a creator. Without a window it starts again each business month. */
const goalTerms = z.object({
  type: z.enum(GOAL_TYPE),
  /** Fans for a sponsor goal, fen for the others. */
  target: z.int(),
  /** Only of a sum goal: payments from `begin_at` until before `end_at` count. */
  window: z.object({ begin_at: millis, end_at: millis }).nullable(),
  description: z.string(),
});
export type GoalTerms = z.infer<typeof goalTerms>;

/** Which orders count. Sponsorships always do. */
const goalCounting = z.object({
  /** The money of products counts for money and sum goals. */
  product_money: z.boolean(),
  /** Buyers of products count as fans for sponsor goals. */
  product_fans: z.boolean(),
});
export type GoalCounting = z.infer<typeof goalCounting>;

/** Period of a goal with a window in older events: the window that the goal had then. */
export const WINDOW = 'window';

/** The period of a window. Another window is another period, in which the goal can be reached again. */
export const windowPeriod = ({ begin_at, end_at }: NonNullable<GoalTerms['window']>): string =>
  `${WINDOW}-${begin_at}-${end_at}`;

const goal = z.object({ goal_id: z.string(), creator_id: userId });

export const goalEvents = {
  GoalSet: goalTerms.extend(goal.shape),
  /** Always all terms; the type stays. */
  GoalChanged: goalTerms.extend(goal.shape),
  GoalHidden: goal,
  GoalShown: goal,
  GoalDeleted: goal,
  /** Payments or refunds moved it. */
  GoalProgressed: goal.extend({
    /** `YYYY-MM`, or that of a window (`windowPeriod`). */
    period: z.string(),
    /** Fans or fen. */
    value: z.int(),
    /** Every order event through this log position is counted. */
    through: z.int(),
  }),
  /** Once for each goal, period and target. */
  GoalReached: goal.extend({ period: z.string(), target: z.int(), value: z.int() }),
  GoalCountingSet: goalCounting.extend({ creator_id: userId }),
};
