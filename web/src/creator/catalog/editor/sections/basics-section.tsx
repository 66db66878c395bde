import { Textarea, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { PRODUCT_TYPE } from '#events/status.ts';
import { Section } from '../../../../components/section.tsx';
import type { PlanForm } from '../use-plan-form.ts';
import { PicturesInput } from './pictures-input.tsx';

/** The set of texts: `plans` and `shop` have their own, as have bundles and tickets. */
export const TEXTS = {
  [PRODUCT_TYPE.sponsorship]: 'catalog-editor:plans',
  [PRODUCT_TYPE.goods]: 'catalog-editor:shop',
  [PRODUCT_TYPE.bundle]: 'catalog-selling:bundles',
  [PRODUCT_TYPE.choice_bundle]: 'catalog-selling:bundles',
  [PRODUCT_TYPE.ticket]: 'catalog-selling:tickets',
} as const;

/** Name, description and pictures. */
export function BasicsSection({ form }: { form: PlanForm }) {
  const { t } = useTranslation(['catalog-editor', 'catalog-selling']);
  const sponsorship = form.values.product_type === PRODUCT_TYPE.sponsorship;
  const kind = TEXTS[form.values.product_type];
  return (
    <Section title={t('editor.basics')}>
      <TextInput
        label={t('editor.name')}
        placeholder={t(`${kind}.nameSample`)}
        required
        maxLength={60}
        {...form.getInputProps('name')}
      />
      <Textarea
        label={t('editor.desc')}
        placeholder={t(`${kind}.descSample`)}
        minRows={4}
        maxRows={16}
        maxLength={20_000}
        {...form.getInputProps('desc')}
      />
      <PicturesInput
        label={t('editor.pic')}
        hint={t(sponsorship ? 'editor.picPlanHint' : 'editor.picGoodsHint')}
        value={form.values.pics}
        onChange={(change) => form.setFieldValue('pics', change)}
        ratio={sponsorship ? 16 / 9 : 1}
        error={form.getInputProps('pics').error}
      />
    </Section>
  );
}
