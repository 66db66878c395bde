import { describe, expect, it } from 'vitest';
import type { GoalTerms } from '#events/goal.ts';
import { fenOf } from '#events/money.ts';
import { CREATOR, given, NOON, type Scenario } from '../testing/scenario.ts';
import { saveGoal, setGoalCounting } from './edit-goal.ts';
import { type CountedGoal, recordProgress } from './record-progress.ts';

const of = { creator_id: CREATOR, goal_id: 'goal-1' };
const HIGH: GoalTerms = { type: 2, target: fenOf(10_000), window: null, description: '' };
const LOW = { ...HIGH, target: fenOf(5_000) };
const save = (terms: GoalTerms, made = false) => saveGoal({ ...of, terms, made });

/** Counts of March, which is over at NOON, and May, which is running. */
const counted = (through: number, change: Partial<CountedGoal> = {}) =>
  recordProgress({
    ...of,
    ...{ window: null, counting: { product_money: false, product_fans: false }, through },
    values: { '2026-03': 6_000, '2026-05': 7_000 },
    ...change,
  });

/** A goal of March, counted. */
function sinceMarch(terms = HIGH): Scenario {
  const scenario = given();
  scenario.memory.now = Date.parse('2026-03-05T04:00:00Z');
  scenario.accepts(save(terms, true));
  scenario.memory.now = NOON;
  return scenario;
}
const reached = ({ accepts }: Scenario, command: ReturnType<typeof counted>) =>
  accepts(command).events.flatMap((event) =>
    event.type === 'GoalReached' ? [[event.data.period, event.data.target]] : [],
  );

describe('a goal is reached', () => {
  it('by a month that is over, if it was set before its end', () => {
    expect(reached(sinceMarch(LOW), counted(5))).toEqual([
      ['2026-03', 5_000],
      ['2026-05', 5_000],
    ]);
  });

  it('not by a month that was over when the target was lowered', () => {
    const scenario = sinceMarch().after(counted(5), save({ ...HIGH, description: 'lamp' }), save(LOW));
    expect(reached(scenario, counted(6))).toEqual([['2026-05', 5_000]]);
  });

  it('by a month that is over, after its words alone were changed', () => {
    const scenario = sinceMarch(LOW).after(save({ ...LOW, description: 'lamp' }));
    expect(reached(scenario, counted(5))).toHaveLength(2);
  });

  it('not by a month that was over when more began to count', () => {
    const counting = { product_money: true, product_fans: false };
    const scenario = sinceMarch(LOW).after(setGoalCounting({ creator_id: CREATOR, change: counting }));
    expect(reached(scenario, counted(5, { counting }))).toEqual([['2026-05', 5_000]]);
  });

  it('not by a window that was over when the target was lowered', () => {
    const window = { begin_at: NOON - 7_200_000, end_at: NOON - 60_000 };
    const values = { window: 6_000 };
    const scenario = sinceMarch({ ...HIGH, type: 3, window }).after(save({ ...LOW, type: 3, window }));
    expect(reached(scenario, counted(5, { window, values }))).toEqual([]);
  });
});
