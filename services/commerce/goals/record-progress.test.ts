import { describe, expect, it } from 'vitest';
import { type GoalTerms, windowPeriod } from '#events/goals.ts';
import { fenOf } from '#events/money.ts';
import { goalStream } from '#events/stream-names.ts';
import { CREATOR, decided, given, NOON, type Scenario } from '../testing/scenario.ts';
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
    window: null,
    counting: { product_money: false, product_fans: false },
    through,
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
    const values = { [windowPeriod(window)]: 6_000 };
    const scenario = sinceMarch({ ...HIGH, type: 3, window }).after(save({ ...LOW, type: 3, window }));
    expect(reached(scenario, counted(5, { window, values }))).toEqual([]);
  });

  describe('again in a window that was moved', () => {
    const hour = 3_600_000;
    const first = { begin_at: NOON - hour, end_at: NOON + hour };
    const moved = { begin_at: NOON - hour, end_at: NOON + 2 * hour };
    const SUM = { ...LOW, type: 3, window: first } as const;
    const inWindow = (window: typeof first, through: number, value: number) =>
      counted(through, { window, values: { [windowPeriod(window)]: value } });

    it('once in each', () => {
      const scenario = sinceMarch(SUM).after(inWindow(first, 5, 6_000));
      expect(reached(scenario, inWindow(first, 6, 7_000))).toEqual([]);
      scenario.after(save({ ...SUM, window: moved }));
      expect(reached(scenario, inWindow(moved, 7, 4_000))).toEqual([]);
      expect(reached(scenario, inWindow(moved, 8, 5_000))).toEqual([[windowPeriod(moved), 5_000]]);
      scenario.after(inWindow(moved, 8, 5_000), save(SUM));
      expect(reached(scenario, inWindow(first, 9, 8_000))).toEqual([]);
    });

    it('after events that name no window: they mean the one of their time', () => {
      const scenario = sinceMarch(SUM);
      const stream = goalStream(of.goal_id);
      const period = { ...of, period: 'window' };
      const progressed = { type: 'GoalProgressed', data: { ...period, value: 6_000, through: 5 } } as const;
      const wasReached = { type: 'GoalReached', data: { ...period, target: 5_000, value: 6_000 } } as const;
      scenario.memory.given([decided(stream, progressed), decided(stream, wasReached)]);
      expect(scenario.accepts(inWindow(first, 6, 6_000)).events).toEqual([]);
      scenario.after(save({ ...SUM, window: moved }));
      expect(reached(scenario, inWindow(moved, 7, 5_000))).toEqual([[windowPeriod(moved), 5_000]]);
    });
  });
});
