import { Radio, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { setDiscountOption } from '#services/api/catalog/contract/edit-plan.ts';
import { useCall } from '../../../api/queries.ts';
import { Section } from '../../../components/section.tsx';
import { useCreator } from '../../frame/creator-guard.ts';

/** The multi-month discount: two choices, saved on selection (creator specification 4). */
export function DiscountOption() {
  const { t } = useTranslation('offer');
  const set = useCall(setDiscountOption);
  const now = useCreator()?.creator?.discount_option === 1;
  const shown = set.isPending ? set.variables.status : now;
  return (
    <Section title={t('discount.title')} text={t('discount.text')}>
      <Radio.Group
        aria-label={t('discount.title')}
        value={shown ? '1' : '0'}
        onChange={(value) => set.mutate({ status: value === '1' })}
      >
        <Stack gap="sm">
          <Radio value="1" label={t('discount.on')} description={t('discount.onText')} />
          <Radio value="0" label={t('discount.off')} description={t('discount.offText')} />
        </Stack>
      </Radio.Group>
    </Section>
  );
}
