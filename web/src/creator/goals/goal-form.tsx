import { Modal, SegmentedControl, SimpleGrid, Stack, Text, Textarea } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { GOAL_TYPE, type GoalType } from '#events/status.ts';
import { type EditGoal, editGoal, type Goal } from '#services/contract/goals/goals.ts';
import { useCall } from '../../api/queries.ts';
import { MoneyInput } from '../../components/forms/money-input.tsx';
import { NumberField } from '../../components/forms/number-field.tsx';
import { ServerForm } from '../../components/forms/server-form.tsx';
import { useServerForm } from '../../components/forms/use-server-form.ts';
import { MomentInput } from '../catalog/editor/sections/moment-input.tsx';

interface Props {
  /** Closed without one. */
  goal: Goal | 'new' | undefined;
  onClose: () => void;
}

interface Values {
  type: GoalType;
  monthly_fans: number | string;
  monthly_income: string;
  sum_income: string;
  begin_time: number | '';
  end_time: number | '';
  desc: string;
}

const MAX_LENGTH = 500;
const TYPES: readonly GoalType[] = [GOAL_TYPE.money, GOAL_TYPE.sponsor, GOAL_TYPE.sum_income];

const valuesOf = (goal: Goal | undefined): Values => ({
  type: goal?.type ?? GOAL_TYPE.money,
  monthly_fans: goal?.monthly_fans || '',
  monthly_income: goal?.type === GOAL_TYPE.money ? goal.monthly_income : '',
  sum_income: goal?.type === GOAL_TYPE.sum_income ? goal.sum_income : '',
  begin_time: goal?.begin_time || '',
  end_time: goal?.end_time || '',
  desc: goal?.desc ?? '',
});

/** The fields of the chosen type; an empty one is left out, which the server refuses by its field. */
function requestOf({ type, desc, ...values }: Values, goal_id: string | undefined): EditGoal {
  const some = <Value,>(value: Value | ''): Value | undefined => (value === '' ? undefined : value);
  return {
    ...(goal_id !== undefined && { goal_id }),
    type,
    desc,
    ...(type === GOAL_TYPE.sponsor && { monthly_fans: some(values.monthly_fans) }),
    ...(type === GOAL_TYPE.money && { monthly_income: some(values.monthly_income.trim()) }),
    ...(type === GOAL_TYPE.sum_income && {
      sum_income: some(values.sum_income.trim()),
      begin_time: some(values.begin_time),
      end_time: some(values.end_time),
    }),
  };
}

/** A new goal, or the terms of an existing one. */
export function GoalForm({ goal, onClose }: Props) {
  const { t } = useTranslation(['goals', 'shell']);
  return (
    <Modal
      opened={goal !== undefined}
      onClose={onClose}
      title={t(goal === 'new' ? 'form.new' : 'form.edit')}
      size="lg"
    >
      {goal !== undefined && <Fields saved={goal === 'new' ? undefined : goal} onClose={onClose} />}
    </Modal>
  );
}

function Fields({ saved, onClose }: { saved: Goal | undefined; onClose: () => void }) {
  const { t } = useTranslation(['goals', 'shell']);
  const form = useServerForm({
    initialValues: valuesOf(saved),
    send: useCall(editGoal, { quiet: true }),
    requestOf: (values: Values) => requestOf(values, saved?.goal_id),
    saved: t('done.saved'),
    onDone: onClose,
  });
  const { type } = form.values;
  return (
    <ServerForm
      form={form}
      submit={t(saved === undefined ? 'form.create' : 'shell:action.save')}
      onCancel={onClose}
    >
      <Stack gap={4}>
        <SegmentedControl
          fullWidth
          aria-label={t('form.type')}
          data={TYPES.map((one) => ({ value: String(one), label: t(`form.types.${one}`) }))}
          value={String(type)}
          disabled={saved !== undefined}
          onChange={(chosen) => form.setFieldValue('type', Number(chosen) as GoalType)}
        />
        <Text className="hint">{t(saved === undefined ? `form.typeHint.${type}` : 'form.fixed')}</Text>
      </Stack>
      {type === GOAL_TYPE.sponsor && (
        <NumberField label={t('form.fans')} required data-autofocus {...form.getInputProps('monthly_fans')} />
      )}
      {type === GOAL_TYPE.money && (
        <MoneyInput
          label={t('form.income')}
          required
          data-autofocus
          {...form.getInputProps('monthly_income')}
        />
      )}
      {type === GOAL_TYPE.sum_income && (
        <>
          <MoneyInput label={t('form.sum')} required data-autofocus {...form.getInputProps('sum_income')} />
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            <MomentInput label={t('form.begin')} required {...form.getInputProps('begin_time')} />
            <MomentInput label={t('form.end')} required {...form.getInputProps('end_time')} />
          </SimpleGrid>
        </>
      )}
      <Textarea
        label={t('form.desc')}
        description={t('form.descHint')}
        placeholder={t('form.descSample')}
        maxLength={MAX_LENGTH}
        minRows={3}
        maxRows={7}
        {...form.getInputProps('desc')}
      />
    </ServerForm>
  );
}
