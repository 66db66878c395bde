import { Input, SegmentedControl, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { POST_TYPE, type PostType } from '#events/status.ts';
import { MAX_POST } from '#services/contract/content/posts.ts';
import { Section } from '../../components/section.tsx';
import type { ComposeFormState } from './compose-form-state.ts';

const MAX_TITLE = 60;
/** From so many characters left on, they are counted. */
const NEAR_END = 2_000;

interface Props {
  form: ComposeFormState;
  /** The kind of a saved post stays. */
  fixed: boolean;
}

/** The kind, the title of an article, and the text. */
export function TextPart({ form, fixed }: Props) {
  const { t } = useTranslation('content-compose');
  const { values } = form;
  const left = MAX_POST - values.content.length;
  return (
    <Section title={t('field.content')}>
      <Stack gap="md">
        {!fixed && (
          <Input.Wrapper label={t('kind.label')} labelElement="div">
            <div>
              <SegmentedControl
                aria-label={t('kind.label')}
                value={String(values.type)}
                onChange={(chosen) => form.setFieldValue('type', Number(chosen) as PostType)}
                data={[POST_TYPE.normal, POST_TYPE.article].map((type) => ({
                  value: String(type),
                  label: t(`kind.${type}`),
                }))}
              />
            </div>
          </Input.Wrapper>
        )}
        {values.type === POST_TYPE.article && (
          <TextInput
            label={t('field.title')}
            required
            maxLength={MAX_TITLE}
            autoComplete="off"
            // Nothing is published from here: Enter leads on to the text.
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return;
              event.preventDefault();
              if (!event.nativeEvent.isComposing && event.keyCode !== 229)
                event.currentTarget.form?.querySelector('textarea')?.focus();
            }}
            {...form.getInputProps('title')}
          />
        )}
        <div>
          <Textarea
            aria-label={t('field.content')}
            placeholder={t('field.contentHint')}
            minRows={8}
            maxRows={24}
            maxLength={MAX_POST}
            {...form.getInputProps('content')}
          />
          {left <= NEAR_END && (
            <Text size="sm" c="dimmed" ta="end" className="figures" role="status">
              {t('field.left', { count: left })}
            </Text>
          )}
        </div>
      </Stack>
    </Section>
  );
}
