import { Group, Paper, Text, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type Affiliate, editAffiliate, editAffiliateBody } from '#services/contract/affiliates/calls.ts';
import { useCall } from '../../api/queries.ts';
import { NumberField } from '../../components/forms/number-field.tsx';
import { ServerForm } from '../../components/forms/server-form.tsx';
import { useServerForm } from '../../components/forms/use-server-form.ts';
import { PersonPicture } from '../../components/pictures/person-picture.tsx';
import { CodeField } from './code-field.tsx';
import { type CodeValues, codeRequestOf } from './code-values.ts';
import { PartnerField } from './partner-field.tsx';
import { PlansField } from './plans-field.tsx';
import { Split } from './split.tsx';

interface Props {
  initial: CodeValues;
  saved: Affiliate | undefined;
  onSaved: (code: Affiliate) => void;
  onLeave: () => void;
}

const MAX_NOTE_LENGTH = 100;
const MAX_PERCENT = 50;

/** A code's terms, checked by the rules of the server before anything is sent. */
export function CodeForm({ initial, saved, onSaved, onLeave }: Props) {
  const { t } = useTranslation(['affiliates', 'shell']);
  const form = useServerForm({
    initialValues: initial,
    validate: (values) => {
      const { error } = editAffiliateBody.safeParse(codeRequestOf(values, saved));
      const wrong = new Set(error?.issues.map(({ path: [field] }) => field));
      return {
        code: wrong.has('code') ? t('form.wrong.code') : null,
        partner: wrong.has('partner') ? t('form.wrong.partner') : null,
        rate: wrong.has('rate') ? t('form.wrong.rate') : null,
      };
    },
    send: useCall(editAffiliate, { quiet: true }),
    requestOf: (values) => codeRequestOf(values, saved),
    onDone: ({ affiliate }) => onSaved(affiliate),
  });
  const { rate } = form.values;
  return (
    <Paper withBorder p={{ base: 'md', sm: 'lg' }} maw={720}>
      <ServerForm
        form={form}
        gap="lg"
        submit={t(saved === undefined ? 'form.open' : 'shell:action.save')}
        onCancel={onLeave}
      >
        {saved === undefined ? (
          <>
            <PartnerField page={form.values.partner} {...form.getInputProps('partner')} />
            <CodeField
              onAnother={(code) => form.setFieldValue('code', code)}
              {...form.getInputProps('code')}
            />
          </>
        ) : (
          <Fixed code={saved} />
        )}
        <NumberField
          maw={260}
          label={t('form.rate')}
          description={saved === undefined ? t('form.rateHint') : t('form.rateChange')}
          required
          min={1}
          max={MAX_PERCENT}
          // An invalid input is refused, not corrected.
          rightSection="%"
          {...form.getInputProps('rate')}
        />
        <Split rate={typeof rate !== 'number' || rate > MAX_PERCENT ? undefined : rate} />
        <PlansField
          saved={saved?.plans ?? []}
          value={form.values.plan_ids}
          error={form.getInputProps('plan_ids').error}
          onChange={(plan_ids) => form.setFieldValue('plan_ids', plan_ids)}
        />
        <TextInput
          label={t('form.note')}
          description={t('form.noteHint')}
          maxLength={MAX_NOTE_LENGTH}
          {...form.getInputProps('note')}
        />
      </ServerForm>
    </Paper>
  );
}

/** The fixed fields of an existing code. */
function Fixed({ code: { code, partner } }: { code: Affiliate }) {
  const { t } = useTranslation('affiliates');
  return (
    <div>
      <Group gap="sm" wrap="nowrap">
        <PersonPicture name={partner.name} src={partner.avatar} seed={partner.user_id} size={44} />
        <div style={{ minWidth: 0 }}>
          <Text fw={650} ff="monospace">
            {code}
          </Text>
          <Text size="sm">{partner.name}</Text>
        </div>
      </Group>
      <Text className="hint" mt={8}>
        {t('form.fixed')}
      </Text>
    </div>
  );
}
