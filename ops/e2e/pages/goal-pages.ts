import { call } from '#ops/actors/client.ts';
import { listGoals } from '#services/contract/goals/goals.ts';
import { getOverlay } from '#services/contract/goals/overlay.ts';
import type { Visitor } from '../visitor.ts';
import type { Page } from './page.ts';

/** A creator's pages for goals, and the overlay that streaming programs show. */
export async function goalPages(creator: Visitor, user_id: string): Promise<Page[]> {
  const { list } = await call(creator, listGoals, { user_id });
  const { token } = await call(creator, getOverlay);
  const of = `goal_id=${list[0]?.goal_id}`;
  return [
    { name: 'goals', path: '/setting/goal' },
    { name: 'goals-past', path: '/setting/goal?day=2026-01-31' },
    { name: 'goal-orders', path: `/setting/goal?${of}&show=orders` },
    { name: 'goal-history', path: `/setting/goal?${of}&show=history` },
    { name: 'stats-goal', path: `/dashboard/stats?${of}` },
    { name: 'overlay-settings', path: '/setting/overlay' },
    { name: 'overlay-incomplete', path: '/overlay' },
    { name: 'overlay', path: ['/overlay', token].join('#') },
  ];
}
