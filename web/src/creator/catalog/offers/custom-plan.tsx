import { Input, SegmentedControl, Textarea } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { CUSTOM_PLAN } from '#events/status.ts';
import type { User } from '#services/contract/accounts/accounts.ts';
import { setCustomPlan } from '#services/contract/catalog/page-settings.ts';
import { useCall } from '../../../api/queries.ts';
import { ServerForm } from '../../../components/forms/server-form.tsx';
import { useServerForm } from '../../../components/forms/use-server-form.ts';
import { Section } from '../../../components/section.tsx';

const PLACES = ['top', 'bottom', 'hidden'] as const;

/** The entry for an amount of the fan's choice: its place is saved immediately, its text with the button. */
export function CustomPlan({ creator }: { creator: NonNullable<User['creator']> }) {
  const { t } = useTranslation(['catalog-editor', 'creator']);
  const set = useCall(setCustomPlan, { tells: true });
  const form = useServerForm({
    initialValues: { custom_plan_desc: creator.custom_plan_desc },
    send: useCall(setCustomPlan, { quiet: true }),
    requestOf: (values) => values,
    saved: t('custom.saved'),
    onDone: ({ creator: saved }) => {
      form.setValues({ custom_plan_desc: saved.custom_plan_desc });
      form.resetDirty({ custom_plan_desc: saved.custom_plan_desc });
    },
  });
  const place = (set.isPending ? set.variables.custom_plan : undefined) ?? creator.custom_plan;
  return (
    <Section title={t('custom.title')} text={t('custom.text')}>
      <Input.Wrapper label={t('custom.place')} labelElement="div">
        <SegmentedControl
          display="flex"
          w="fit-content"
          aria-label={t('custom.place')}
          value={PLACES.find((one) => CUSTOM_PLAN[one] === place) ?? 'bottom'}
          onChange={(one) => set.mutate({ custom_plan: CUSTOM_PLAN[one] })}
          data={PLACES.map((value) => ({ value, label: t(`custom.at.${value}`) }))}
        />
      </Input.Wrapper>
      <ServerForm form={form} left submit={t('creator:page.save')} button={{ disabled: !form.isDirty() }}>
        <Textarea label={t('custom.desc')} maxLength={200} {...form.getInputProps('custom_plan_desc')} />
      </ServerForm>
    </Section>
  );
}
