import type { Pool } from 'pg';
import type { UserId } from '#events/ids.ts';
import type { BusinessCalendar } from '#events/time.ts';
import { countedGoals } from '#read-models/goals/queries.ts';
import type { Committer } from '#services/commerce/engine/command.ts';
import { recordProgress } from '#services/commerce/goals/record-progress.ts';
import type { Process } from '../process.ts';

interface Parts {
  pool: Pool;
  committer: Committer;
  calendar: BusinessCalendar;
}

/** Between two looks at a read model that is behind. */
const RECHECK_MS = 100;

/** Records the progress of goals after payments, refunds and edits. Events that come together are counted once. */
export const goals = ({ pool, committer, calendar }: Parts): Process => ({
  name: 'goals',
  types: ['OrderPaid', 'OrderRefunded', 'GoalSet', 'GoalChanged', 'GoalCountingSet'],
  timerFor({ position, metadata }) {
    if (metadata.imported) return undefined;
    const { creator_id, at } = metadata;
    return { key: creator_id, set: { due_at: at, data: { position } } };
  },
  async fire({ key, data }, now) {
    const creator_id = key as UserId;
    const { rows, as_of } = await countedGoals(pool, { creator_id, timeZone: calendar.timeZone });
    if (as_of.position < Number(data.position)) return { again_at: now + RECHECK_MS };
    const outcomes = await Promise.all(
      rows.map(({ goal_id, begin_at, end_at, product_money, product_fans, values }) => {
        const window = begin_at === null || end_at === null ? null : { begin_at, end_at };
        const counting = { product_money, product_fans };
        const counted = { goal_id, creator_id, window, counting, values, through: as_of.position };
        return committer.submit(recordProgress(counted));
      }),
    );
    const again = outcomes.some((outcome) => outcome.accepted && outcome.result === 'again');
    return again ? { again_at: now + RECHECK_MS } : 'done';
  },
});
