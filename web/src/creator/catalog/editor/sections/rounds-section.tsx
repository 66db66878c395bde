import { ActionIcon, Button, Group, Text } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Section } from '../../../../components/section.tsx';
import { newRound } from '../plan-values.ts';
import type { PlanForm } from '../use-plan-form.ts';
import { MomentInput } from './moment-input.tsx';

const MAX_ROUNDS = 100;

/** The rounds of an event. */
export function RoundsSection({ form }: { form: PlanForm }) {
  const { t } = useTranslation('catalog-selling');
  const rounds = form.values.ticket_round_list;
  return (
    <Section title={t('rounds.title')} text={t('rounds.text')}>
      {rounds.map(({ key }, index) => (
        <Group key={key} align="flex-start" gap="xs" wrap="nowrap">
          <MomentInput
            flex={1}
            maw={320}
            label={t('rounds.begin', { number: index + 1 })}
            {...form.getInputProps(`ticket_round_list.${index}.begin_time`)}
          />
          <ActionIcon
            size={36}
            mt={25}
            aria-label={t('rounds.remove', { number: index + 1 })}
            onClick={() => form.removeListItem('ticket_round_list', index)}
          >
            <IconTrash size={18} aria-hidden />
          </ActionIcon>
        </Group>
      ))}
      <Button
        variant="light"
        style={{ alignSelf: 'flex-start' }}
        leftSection={<IconPlus size={18} aria-hidden />}
        disabled={rounds.length >= MAX_ROUNDS}
        onClick={() => form.insertListItem('ticket_round_list', newRound())}
      >
        {t('rounds.add')}
      </Button>
      <Text className="hint">{t('rounds.identityHint')}</Text>
    </Section>
  );
}
