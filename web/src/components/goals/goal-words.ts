import { GOAL_TYPE } from '#events/status.ts';
import type { Goal } from '#services/contract/goals/goals.ts';
import { useLocale } from '../../language/use-locale.ts';

/** The texts of a goal. */
export function useGoalWords() {
  const { t, formats } = useLocale('goals-progress');
  const nameOf = ({ desc, type }: Pick<Goal, 'desc' | 'type'>): string => desc || t(`name.${type}`);
  /** Rounded down: 100% is shown for reached goals only. */
  const percentOf = (share: number): string => formats.percent(Math.floor(share * 1000) / 1000);

  function progressOf(goal: Goal): string {
    if (goal.type === GOAL_TYPE.sponsor) {
      const { sum_fans, monthly_fans } = goal;
      return t('fans', { now: formats.number(sum_fans), target: formats.number(monthly_fans) });
    }
    const target = goal.type === GOAL_TYPE.money ? goal.monthly_income : goal.sum_income;
    return t('money', { now: formats.money(goal.amount), target: formats.money(target) });
  }

  /** @param now Unix seconds */
  function whenOf({ begin_time, end_time, days_left }: Goal, now = Date.now() / 1000): string {
    if (begin_time > now) return t('begins', { time: formats.dateTime(begin_time) });
    if (end_time > 0 && end_time <= now) return t('ended', { time: formats.dateTime(end_time) });
    return t('left', { count: days_left > 1 ? days_left : 0 });
  }

  return { nameOf, percentOf, progressOf, whenOf };
}
