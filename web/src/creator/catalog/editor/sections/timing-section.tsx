import { SimpleGrid } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useProfile } from '../../../../app/session.ts';
import type { PlanForm } from '../use-plan-form.ts';
import { MomentInput } from './moment-input.tsx';
import { OptionalSection } from './optional-section.tsx';

const FIELDS = ['timing_on', 'timing_off', 'timing_sell_on', 'timing_sell_off'] as const;

/** The times of listing and of sale. */
export function TimingSection({ form }: { form: PlanForm }) {
  const { t } = useTranslation('catalog-selling');
  const allowed = useProfile()?.rights.can_set_plan_timing_user !== false;
  return (
    <OptionalSection
      title={t('timing.title')}
      text={t('timing.text')}
      on={form.values.is_timed}
      onChange={(on) => form.setFieldValue('is_timed', on)}
      barred={allowed ? undefined : t('right.missing')}
    >
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        {FIELDS.map((field) => (
          <MomentInput
            key={field}
            label={t(`timing.${field}`)}
            description={t(`timing.${field}_hint`)}
            {...form.getInputProps(field)}
          />
        ))}
      </SimpleGrid>
    </OptionalSection>
  );
}
