import { MultiSelect, Paper, Radio, Select, Stack, Text, Textarea } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { AUDIENCES, MAX_PREVIEW, WINDOWS } from '#services/contract/content/posts.ts';
import { MoneyInput } from '../../components/forms/money-input.tsx';
import { Section } from '../../components/section.tsx';
import type { ComposeFormState } from './compose-form-state.ts';
import { isGated } from './post-values.ts';
import { ReadersLine } from './readers-line.tsx';
import { useNameable } from './use-nameable.ts';

/** Who can read the post, always with the result in words and a number; and the teaser for the others. */
export function AudiencePart({ form }: { form: ComposeFormState }) {
  const { t } = useTranslation('content-compose');
  const { values } = form;
  const gated = isGated(values);
  return (
    <Section title={t('who.title')}>
      <Select
        label={t('who.label')}
        allowDeselect={false}
        value={values.audience}
        onChange={(chosen) => form.setFieldValue('audience', chosen ?? 'all')}
        data={AUDIENCES.map((audience) => ({ value: audience, label: t(`who.${audience}`) }))}
      />
      {values.audience === 'price' && (
        <MoneyInput label={t('who.minPrice')} required maw={240} {...form.getInputProps('min_price')} />
      )}
      {values.audience === 'named' && <NamedField form={form} />}
      {gated && (
        <Radio.Group
          label={t('window.label')}
          value={values.window}
          onChange={(chosen) => form.setFieldValue('window', chosen)}
        >
          <Stack gap="xs" mt={4}>
            {WINDOWS.map((window) => (
              <Radio
                key={window}
                value={window}
                label={t(`window.${window}`)}
                description={t(`window.${window}Text`)}
              />
            ))}
          </Stack>
        </Radio.Group>
      )}
      <Paper bg="var(--fw-wash)" p="sm" radius="md">
        <ReadersLine values={values} />
      </Paper>
      {gated && (
        <Stack gap={4}>
          <Textarea
            label={t('field.preview')}
            description={t('field.previewHint')}
            maxLength={MAX_PREVIEW}
            {...form.getInputProps('preview_text')}
          />
          <Text size="sm" c="dimmed" ta="end" className="figures">
            {t('field.count', { used: values.preview_text.length, most: MAX_PREVIEW })}
          </Text>
        </Stack>
      )}
    </Section>
  );
}

function NamedField({ form }: { form: ComposeFormState }) {
  const { t } = useTranslation('content-compose');
  const { values } = form;
  return (
    <MultiSelect
      label={t('who.namedLabel')}
      description={t('who.namedHint')}
      required
      searchable
      clearable
      clearButtonProps={{ 'aria-label': t('who.namedEmpty') }}
      placeholder={values.named.length === 0 ? t('who.namedEmpty') : ''}
      nothingFoundMessage={t('who.nothing')}
      data={useNameable(values.named)}
      {...form.getInputProps('named')}
    />
  );
}
