import type { GoalTerms } from '#events/goals.ts';
import { derivedHexId } from '#events/ids.ts';
import { GOAL_TYPE } from '#events/status.ts';
import { DAY_MS } from '#events/time.ts';
import { saveGoal, setGoalCounting } from '#services/commerce/goals/edit-goal.ts';
import { accepted, atTime } from './at-time.ts';
import { englishCreators } from './content/english.ts';
import { forestDeer } from './content/forest-deer.ts';
import { creatorId } from './people.ts';
import type { DemoTools } from './tools.ts';

const MINUTE_MS = 60_000;
/** Days before today on which they were set. */
const SET_DAYS_AGO = 45;

interface DemoGoal extends Pick<GoalTerms, 'type' | 'target' | 'description'> {
  /** Of a window: days before and after today. */
  days?: readonly [number, number];
}

/** The printed creator has a goal of each type, the first English one two. */
const demoGoals = [
  {
    creator: forestDeer,
    counting: { product_money: true, product_fans: true },
    goals: [
      { type: GOAL_TYPE.money, target: 3_000_000, description: '每月收入达到 3 万元，就加画一套森林明信片' },
      { type: GOAL_TYPE.sponsor, target: 180, description: '每月 180 位赞助者，开一场画画直播' },
      { type: GOAL_TYPE.sum_income, target: 6_000_000, description: '新画册印刷费', days: [40, 50] },
    ],
  },
  {
    creator: englishCreators[0],
    counting: { product_money: true, product_fans: false },
    goals: [
      { type: GOAL_TYPE.sponsor, target: 60, description: 'At 60 sponsors a month: a live session' },
      { type: GOAL_TYPE.money, target: 500_000, description: 'A new microphone' },
    ],
  },
] as const satisfies readonly { goals: readonly DemoGoal[]; [more: string]: unknown }[];

export async function openGoals({ committer, now }: Pick<DemoTools, 'committer' | 'now'>): Promise<void> {
  const at = now - SET_DAYS_AGO * DAY_MS;
  const minute = (days: number): number => Math.floor((now + days * DAY_MS) / MINUTE_MS) * MINUTE_MS;
  for (const { creator, counting, goals } of demoGoals) {
    if (creator === undefined) throw new Error('the demo has no English creator');
    const creator_id = creatorId(creator);
    await accepted(committer.submit(atTime(setGoalCounting({ creator_id, change: counting }), at)));
    for (const [index, goal] of (goals as readonly DemoGoal[]).entries()) {
      const [before, after] = goal.days ?? [];
      const window =
        before === undefined || after === undefined
          ? null
          : { begin_at: minute(-before), end_at: minute(after) };
      const { type, target, description } = goal;
      const terms = { type, target, description, window };
      const goal_id = derivedHexId('demo-goal', creator.slug, String(index));
      await accepted(committer.submit(atTime(saveGoal({ creator_id, goal_id, terms, made: true }), at)));
    }
  }
}
