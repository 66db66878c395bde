import { Box, Textarea, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { PRODUCT_TYPE } from '#events/status.ts';
import { Picture } from '../../../../components/pictures/picture.tsx';
import { Section } from '../../../../components/section.tsx';
import { PictureInput } from '../../../picture-input.tsx';
import type { PlanForm } from '../use-plan-form.ts';

/** The set of texts: `plans` and `shop` have their own, as have bundles and tickets. */
export const TEXTS = {
  [PRODUCT_TYPE.sponsorship]: 'offer:plans',
  [PRODUCT_TYPE.goods]: 'offer:shop',
  [PRODUCT_TYPE.bundle]: 'selling:bundles',
  [PRODUCT_TYPE.choice_bundle]: 'selling:bundles',
  [PRODUCT_TYPE.ticket]: 'selling:tickets',
} as const;

/** Name, description and picture. */
export function BasicsSection({ form }: { form: PlanForm }) {
  const { t } = useTranslation(['offer', 'selling']);
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
        autosize
        minRows={4}
        maxRows={16}
        maxLength={20_000}
        {...form.getInputProps('desc')}
      />
      <PictureInput
        label={t('editor.pic')}
        hint={t(sponsorship ? 'editor.picPlanHint' : 'editor.picGoodsHint')}
        value={form.values.pic}
        onChange={(pic) => form.setFieldValue('pic', pic)}
      >
        <Box w={sponsorship ? 160 : 112} style={{ flexShrink: 0 }}>
          <Picture
            src={form.values.pic}
            alt=""
            seed={form.values.plan_id ?? 'preview'}
            ratio={sponsorship ? 16 / 9 : 1}
            radius={12}
          />
        </Box>
      </PictureInput>
    </Section>
  );
}
