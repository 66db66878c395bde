import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { GOAL_STATUS } from '#events/status.ts';
import { type Goal, listGoals } from '#services/contract/goals/goals.ts';
import { queryOf } from '../../api/queries.ts';
import { useFollowCreator } from './follow-creator.ts';
import { GoalProgress } from './goal-progress.tsx';

/** The goals that a creator shows, hidden ones left out for the creator too; live. */
export function useShownGoals(user_id: string | undefined): readonly Goal[] | undefined {
  useFollowCreator(user_id);
  const query = useQuery(queryOf(listGoals, { user_id: user_id ?? '' }, { enabled: user_id !== undefined }));
  return query.data?.list.filter(({ status }) => status === GOAL_STATUS.normal);
}

export const GoalList = ({ goals }: { goals: readonly Goal[] }) => (
  <Stack gap="lg">
    {goals.map((goal) => (
      <GoalProgress key={goal.goal_id} goal={goal} />
    ))}
  </Stack>
);
