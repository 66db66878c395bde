import { SimpleGrid } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { PlanForm } from '../use-plan-form.ts';
import { MomentInput } from './moment-input.tsx';
import { OptionalSection } from './optional-section.tsx';
import { ReductionFields } from './reduction-fields.tsx';

/** A lower price for a while. */
export function TimeLimitSection({ form }: { form: PlanForm }) {
  const { t } = useTranslation('catalog-selling');
  return (
    <OptionalSection
      title={t('limited.title')}
      text={t('limited.text')}
      on={form.values.has_time_limit_price}
      onChange={(on) => form.setFieldValue('has_time_limit_price', on)}
    >
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        <MomentInput
          label={t('limited.begin')}
          description={t('limited.beginHint')}
          {...form.getInputProps('time_limit_begin')}
        />
        <MomentInput
          label={t('limited.end')}
          description={t('limited.endHint')}
          required
          {...form.getInputProps('time_limit_end')}
        />
      </SimpleGrid>
      <ReductionFields form={form} name="time_limit_price" />
    </OptionalSection>
  );
}
