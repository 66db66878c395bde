import { Paper, Stack, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { User } from '#services/contract/accounts/accounts.ts';
import { GoalList, useShownGoals } from '../../../components/goals/shown-goals.tsx';
import { LongText } from '../../../components/long-text.tsx';

/** Beside the posts of a creator, where the window has room: who this is, and the goals. */
export function BesidePosts({ user: { user_id, creator } }: { user: User }) {
  const { t } = useTranslation(['catalog-creators', 'goals-progress']);
  const goals = useShownGoals(user_id) ?? [];
  const detail = creator?.detail ?? '';
  return (
    <Stack component="aside" gap="md" aria-label={t('page.about')}>
      {detail !== '' && (
        <Paper withBorder p="lg">
          <Title order={2} fz="lg" mb="sm">
            {t('page.about')}
          </Title>
          <LongText text={detail} lines={8} />
        </Paper>
      )}
      {goals.length > 0 && (
        <Paper withBorder p="lg">
          <Title order={2} fz="lg" mb="md">
            {t('goals-progress:title')}
          </Title>
          <GoalList goals={goals} />
        </Paper>
      )}
    </Stack>
  );
}
