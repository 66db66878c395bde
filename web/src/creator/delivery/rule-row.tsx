import { ActionIcon, Group, Paper, SimpleGrid, Stack, Text } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Region } from '#services/contract/delivery/regions.ts';
import { MoneyInput } from '../../components/forms/money-input.tsx';
import { DestinationPicker } from './destination-picker.tsx';
import { takenBesides } from './template-form.ts';
import type { TemplateForm } from './use-template-form.ts';

interface Props {
  form: TemplateForm;
  index: number;
  provinces: readonly Region[];
}

/** One rule: some destinations, and what sending there costs. */
export function RuleRow({ form, index, provinces }: Props) {
  const { t } = useTranslation('delivery-shipping');
  const rule = form.values.rules[index];
  if (rule === undefined) return null;
  const number = index + 1;
  const path = `rules.${index}`;
  return (
    <Paper withBorder p="md" radius="md" role="group" aria-label={t('form.rule', { number })}>
      <Stack gap="md">
        <Group justify="space-between">
          <Text fw={650}>{t('form.rule', { number })}</Text>
          {form.values.rules.length > 1 && (
            <ActionIcon
              aria-label={t('form.removeRule', { number })}
              onClick={() => form.removeListItem('rules', index)}
            >
              <IconTrash size={18} aria-hidden />
            </ActionIcon>
          )}
        </Group>
        <DestinationPicker
          provinces={provinces}
          value={rule.provinces}
          taken={takenBesides(form.values.rules, index)}
          error={form.getInputProps(`${path}.provinces`).error}
          onChange={(codes) => form.setFieldValue(`${path}.provinces`, codes)}
        />
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
          <MoneyInput label={t('form.first')} {...form.getInputProps(`${path}.first_fee`)} />
          <MoneyInput label={t('form.next')} {...form.getInputProps(`${path}.next_fee`)} />
        </SimpleGrid>
      </Stack>
    </Paper>
  );
}
