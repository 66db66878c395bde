import type { UserId } from '#events/ids.ts';
import { fenOf, toWire, ZERO } from '#events/money.ts';
import { GOAL_STATUS, GOAL_TYPE } from '#events/status.ts';
import { addDays, type BusinessCalendar, type BusinessDay, DAY_MS } from '#events/time.ts';
import { type CountedRow, countedGoals } from '#read-models/goals/queries.ts';
import type { Dependencies } from '#services/api/http/dependencies.ts';
import type { Goal } from '#services/contract/goals/goals.ts';
import { percentOf, periodOf } from '#services/modules/goals/goal-period.ts';

const secondsOf = (at: number | null): number => Math.floor((at ?? 0) / 1000);

/** The moment at which counting is done, and its business day. */
export interface CountedAt {
  day: BusinessDay;
  /** Unix milliseconds */
  at: number;
}

export function goalAnswer(
  row: Omit<CountedRow, 'set_at'>,
  { day, at }: CountedAt,
  calendar: BusinessCalendar,
): Goal {
  const { type, target, begin_at, end_at } = row;
  const period = periodOf(row, day, calendar);
  const value = row.values[period.name] ?? 0;
  const ofType = (wanted: number): string => toWire(type === wanted ? fenOf(target) : ZERO);
  const ofFans = type === GOAL_TYPE.sponsor;
  return {
    goal_id: row.goal_id,
    type,
    monthly_fans: ofFans ? target : 0,
    monthly_income: ofType(GOAL_TYPE.money),
    sum_income: ofType(GOAL_TYPE.sum_income),
    sum_fans: ofFans ? value : 0,
    amount: toWire(ofFans ? ZERO : fenOf(value)),
    percent: percentOf(value, target),
    days_left: Math.max(0, Math.ceil((period.to - at) / DAY_MS)),
    desc: row.description,
    status: row.hidden ? GOAL_STATUS.hidden : GOAL_STATUS.normal,
    begin_time: secondsOf(begin_at),
    end_time: secondsOf(end_at),
  };
}

type Parts = Pick<Dependencies, 'pool' | 'calendar' | 'clock'>;
type PublicParts = Parts & Pick<Dependencies, 'accounts'>;

/** The goals of a creator, hidden ones too, now or at the end of a business day. */
export async function goalsOf(
  { pool, calendar, clock }: Parts,
  creator_id: string,
  requestedDay?: BusinessDay,
) {
  const now = clock.now();
  const day = requestedDay ?? calendar.dayOf(now);
  const at = requestedDay === undefined ? now : calendar.startOf(addDays(requestedDay, 1));
  const { rows, as_of } = await countedGoals(pool, {
    creator_id,
    timeZone: calendar.timeZone,
    onlyMonth: day.slice(0, 7),
    ...(requestedDay !== undefined && { day: requestedDay }),
  });
  return { rows, list: rows.map((row) => goalAnswer(row, { day, at }, calendar)), day, at, as_of };
}

/**
 * The same for anybody else: without hidden goals, and without those that show what the creator does not. The share of a
 * goal, before and after one's own order, is enough to compute the whole.
 */
export async function publicGoalsOf(deps: PublicParts, creator_id: string, requestedDay?: BusinessDay) {
  const [{ rows, list, ...counted }, { hides }] = await Promise.all([
    goalsOf(deps, creator_id, requestedDay),
    deps.accounts.rights.of(creator_id as UserId),
  ]);
  const isPublic = ({ hidden, type }: CountedRow): boolean =>
    !(hidden || (type === GOAL_TYPE.sponsor ? hides.sponsors : hides.income));
  return {
    ...counted,
    rows: rows.filter(isPublic),
    list: list.filter((_, at) => isPublic(rows[at] as CountedRow)),
  };
}
