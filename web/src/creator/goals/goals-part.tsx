import { SimpleGrid, Text, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { GOAL_STATUS } from '#events/status.ts';
import { listGoals } from '#services/contract/goals/goals.ts';
import { queryOf } from '../../api/queries.ts';
import { GoalProgress } from '../../components/goals/goal-progress.tsx';
import { useGoalWords } from '../../components/goals/goal-words.ts';
import { AnchorLink } from '../../components/links.tsx';
import { Section } from '../../components/section.tsx';
import { SideDrawer } from '../../components/side-drawer.tsx';
import type { SearchState } from '../../shell/search.ts';
import { useCreator } from '../frame/creator-guard.ts';
import type { StatsSearch } from '../stats/stats-search.ts';
import { Orders } from './goal-drawers.tsx';

/** The goals that are shown, each as a figure that opens its orders; nothing without goals. */
export function GoalsPart({ search, onSearch }: SearchState<StatsSearch>) {
  const { t } = useTranslation('goals');
  const { nameOf, percentOf } = useGoalWords();
  const user_id = useCreator()?.user_id ?? '';
  const { data } = useQuery(queryOf(listGoals, { user_id }, { enabled: user_id !== '' }));
  const goals = data?.list.filter(({ status }) => status === GOAL_STATUS.normal) ?? [];
  if (data === undefined || goals.length === 0) return null;
  const open = goals.find(({ goal_id }) => goal_id === search.goal_id);
  return (
    <Section
      title={t('title')}
      text={t('partText')}
      aside={
        <AnchorLink to="/setting/goal" size="sm">
          {t('all')}
        </AnchorLink>
      }
    >
      <SimpleGrid cols={{ base: 1, sm: goals.length > 1 ? 2 : 1 }} spacing="lg">
        {goals.map((goal) => (
          <div key={goal.goal_id}>
            <GoalProgress goal={goal} />
            <UnstyledButton
              mt={4}
              onClick={() => onSearch({ ...search, goal_id: goal.goal_id, explain_page: undefined })}
            >
              <Text size="sm" c="var(--mantine-color-anchor)" td="hover">
                <VisuallyHidden>{`${nameOf(goal)} ${percentOf(goal.percent)} `}</VisuallyHidden>
                {t('explain')}
              </Text>
            </UnstyledButton>
          </div>
        ))}
      </SimpleGrid>
      <SideDrawer
        title={open && t('explainTitle')}
        width={560}
        onClose={() => onSearch({ ...search, goal_id: undefined, explain_page: undefined })}
      >
        {open && (
          <Orders
            goal={open}
            page={search.explain_page ?? 1}
            onPage={(explain_page) => onSearch({ ...search, explain_page })}
          />
        )}
      </SideDrawer>
    </Section>
  );
}
