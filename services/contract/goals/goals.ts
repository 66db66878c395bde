import { z } from 'zod';
import { GOAL_STATUS, GOAL_TYPE } from '#events/status.ts';
import { endpoint } from '#services/contract/endpoint.ts';
import {
  asOf,
  businessDay,
  flag,
  id,
  longText,
  minPosition,
  money,
  moneyInput,
  seconds,
  whole,
} from '#services/contract/fields/fields.ts';

const LAST_SECOND = 4_102_444_800;
const goalType = z.union([
  z.literal(GOAL_TYPE.sponsor),
  z.literal(GOAL_TYPE.money),
  z.literal(GOAL_TYPE.sum_income),
]);

export const goal = z.object({
  goal_id: id,
  /** 1 sponsors of a month, 2 money of a month, 3 money within a window */
  type: goalType,
  /** Targets; 0 and `"0.00"` for other types */
  monthly_fans: z.number().int(),
  monthly_income: money,
  sum_income: money,
  /** Counted so far, of the present month or of the window: fans for type 1, money for the others */
  sum_fans: z.number().int(),
  amount: money,
  /** 0 to 1, four decimals, rounded down */
  percent: z.number().min(0).max(1),
  /** Whole days that are left of the month or the window; 0 after its end */
  days_left: z.number().int(),
  desc: z.string(),
  status: z.union([z.literal(GOAL_STATUS.normal), z.literal(GOAL_STATUS.hidden)]),
  /** 0 without a window */
  begin_time: seconds,
  end_time: seconds,
});

/** Which orders count; sponsorships always do */
const counting = {
  /** 1: buyers of products count as fans */
  is_sponsor_count_in: z.number().int(),
  /** 1: money for products counts */
  is_product_count_in: z.number().int(),
};

/** Hidden goals are listed for their creator only, as are those that count what the creator does not show. */
export const listGoals = endpoint('GET', '/api/creator/get-goals', {
  access: 'guest',
  query: z.object({
    user_id: id,
    /** Goals and counts as they were at the end of this business day */
    day: businessDay.optional(),
    min_position: minPosition,
  }),
  answer: z.object({ list: z.array(goal), ...counting, as_of: asOf }),
  reads: ['goals'],
});

const time = whole(0, LAST_SECOND).optional();
/** With `goal_id` changes an own goal; its type stays. The field of the target depends on the type. */
export const editGoal = endpoint('POST', '/api/creator/edit-goal', {
  access: 'creator',
  body: z.object({
    goal_id: id.optional(),
    type: whole(1, 3).pipe(goalType),
    monthly_fans: whole(0, 10_000_000).optional(),
    monthly_income: moneyInput.optional(),
    sum_income: moneyInput.optional(),
    desc: longText(500).default(''),
    status: z.union([z.literal(GOAL_STATUS.normal), z.literal(GOAL_STATUS.hidden)]).optional(),
    /** Of type 3; whole minutes, earlier seconds of a minute are cut off */
    begin_time: time,
    end_time: time,
  }),
  answer: z.object({ goal, position: z.number().int() }),
});

const oneGoal = {
  access: 'creator',
  body: z.object({ goal_id: id }),
  answer: z.object({ position: z.number().int() }),
} as const;
export const deleteGoal = endpoint('POST', '/api/creator/delete-goal', oneGoal);
export const showGoal = endpoint('POST', '/api/creator/show-goal', oneGoal);
export const hideGoal = endpoint('POST', '/api/creator/hide-goal', oneGoal);

/** Ends the step of the goals when a page is set up; refused while there is no goal. */
export const finishGoals = endpoint('POST', '/api/creator/finish-goal', {
  access: 'creator',
  answer: z.object({ list: z.array(goal) }),
  reads: ['goals'],
});

const aSwitch = {
  access: 'creator',
  body: z.object({ status: flag }),
  answer: z.object({ ...counting, position: z.number().int() }),
} as const;
export const setGoalSponsorCount = endpoint('POST', '/api/creator/set-goal-sponsor-count', aSwitch);
export const setGoalProductCount = endpoint('POST', '/api/creator/set-goal-product-count', aSwitch);

/** The goal that an order brings nearer, and how far the order would bring it */
export const advancedGoal = goal.pick({ goal_id: true, type: true, desc: true, percent: true });

export type Goal = z.infer<typeof goal>;
export type Goals = z.infer<typeof listGoals.answer>;
export type EditGoal = z.input<typeof editGoal.body>;
export type AdvancedGoal = z.infer<typeof advancedGoal>;
