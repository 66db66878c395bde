import { Group, Text } from '@mantine/core';
import { IconTargetArrow } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { AdvancedGoal as Brought } from '#services/contract/goals/goals.ts';
import { useGoalWords } from './goal-words.ts';

/** The least share that is shown as more than 0%. */
const LEAST = 0.001;

/** How far an order brings a goal; nothing when it moves none. */
export function AdvancedGoal({ goal }: { goal: Brought | null }) {
  const { t } = useTranslation('goals-progress');
  const { nameOf, percentOf } = useGoalWords();
  // “To 0%” tells nothing.
  if (goal === null || goal.percent < LEAST) return null;
  return (
    <Group gap={6} wrap="nowrap" align="flex-start" mt="sm" c="var(--mantine-color-anchor)">
      <IconTargetArrow size={18} aria-hidden style={{ flexShrink: 0, marginTop: 1 }} />
      <Text size="sm" className="figures" style={{ minWidth: 0 }} lineClamp={2} title={nameOf(goal)}>
        {t('brings', { name: nameOf(goal), percent: percentOf(goal.percent) })}
      </Text>
    </Group>
  );
}
