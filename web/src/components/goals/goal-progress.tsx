import { Badge, Group, Progress, Stack, Text } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Goal } from '#services/contract/goals/goals.ts';
import { useGoalWords } from './goal-words.ts';

interface Props {
  goal: Goal;
  /** Next to the percentage. */
  aside?: ReactNode;
  /** Next to the name. */
  mark?: ReactNode;
  /** False for a past day: then the remaining time means nothing. */
  now?: boolean;
}

/** A goal: its name, how far it has come, and how much time is left. */
export function GoalProgress({ goal, aside, mark, now = true }: Props) {
  const { t } = useTranslation('goals-progress');
  const { nameOf, percentOf, progressOf, whenOf } = useGoalWords();
  const name = nameOf(goal);
  const reached = goal.percent >= 1;
  return (
    <Stack gap={8}>
      <Group justify="space-between" align="flex-start" wrap="nowrap" gap="sm">
        <Group gap="xs" style={{ minWidth: 0 }}>
          <Text fw={650} style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}>
            {name}
          </Text>
          {reached && (
            <Badge color="green" leftSection={<IconCheck size={14} aria-hidden />}>
              {t('reached')}
            </Badge>
          )}
          {mark}
        </Group>
        <Group gap={4} wrap="nowrap" style={{ flexShrink: 0 }}>
          <Text fw={650} fz="lg" lh={1.2} className="figures">
            {percentOf(goal.percent)}
          </Text>
          {aside}
        </Group>
      </Group>
      <Progress.Root size={12} radius="xl" transitionDuration={400}>
        <Progress.Section
          value={goal.percent * 100}
          aria-label={name}
          aria-valuetext={`${percentOf(goal.percent)}, ${progressOf(goal)}`}
        />
      </Progress.Root>
      <Group justify="space-between" gap="xs">
        <Text className="hint figures">{progressOf(goal)}</Text>
        {now && <Text className="hint figures">{whenOf(goal)}</Text>}
      </Group>
    </Stack>
  );
}
