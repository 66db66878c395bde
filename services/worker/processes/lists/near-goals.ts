import type { Pool } from 'pg';
import type { UserId } from '#events/ids.ts';
import type { BusinessCalendar } from '#events/time.ts';
import { countedGoals } from '#read-models/goals/queries.ts';
import { percentOf, periodOf } from '#services/modules/goals/goal-period.ts';
import type { NearGoals } from '#services/modules/relations/near-goals.ts';
import type { Process } from '../../process.ts';

interface Parts {
  pool: Pool;
  calendar: BusinessCalendar;
  nearGoals: Pick<NearGoals, 'set'>;
}

/** Between two looks at a read model that is behind. */
const RECHECK_MS = 1_000;
/** Payments of a creator within so long count together. */
const MINUTE_MS = 60_000;

/** Keeps how near the goals of creators are, after payments and edits, and when a month begins. */
export const nearGoals = ({ pool, calendar, nearGoals: lists }: Parts): Process => ({
  name: 'near-goals',
  types: [
    'OrderPaid',
    'OrderRefunded',
    'GoalSet',
    'GoalChanged',
    'GoalHidden',
    'GoalShown',
    'GoalDeleted',
    'GoalCountingSet',
  ],
  timerFor({ type, position, metadata: { at, creator_id, imported } }) {
    if (imported) return undefined;
    const isPayment = type === 'OrderPaid' || type === 'OrderRefunded';
    const due_at = isPayment ? Math.ceil(at / MINUTE_MS) * MINUTE_MS : at;
    return { key: creator_id, set: { due_at, data: { position } } };
  },
  async fire({ key, data: { position } }, now) {
    const creator_id = key as UserId;
    const day = calendar.dayOf(now);
    const counting = { creator_id, timeZone: calendar.timeZone, onlyMonth: day.slice(0, 7) };
    const { rows, as_of } = await countedGoals(pool, counting);
    if (as_of.position < Number(position)) return { again_at: now + RECHECK_MS };
    const running = rows
      .filter(({ hidden }) => !hidden)
      .map((row) => ({ ...row, period: periodOf(row, day, calendar) }))
      .filter(({ period }) => period.to > now);
    await lists.set(
      creator_id,
      running.flatMap(({ goal_id, type, target, values, period: { name, from, to } }) => {
        const percent = percentOf(values[name] ?? 0, target);
        return percent < 1 ? [{ goal_id, type, percent, from_at: from, until_at: to }] : [];
      }),
    );
    // A monthly goal begins again.
    const monthly = running.find(({ begin_at }) => begin_at === null);
    return monthly ? { again_at: monthly.period.to } : 'done';
  },
});
