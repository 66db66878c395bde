import { Text, Textarea } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { MAX_POST } from '#services/contract/content/posts.ts';
import { Section } from '../../components/section.tsx';
import type { ComposeFormState } from './compose-form-state.ts';

/** From so many characters left on, they are counted. */
const NEAR_END = 2_000;

/** The text of a post. */
export function TextPart({ form }: { form: ComposeFormState }) {
  const { t } = useTranslation('content-compose');
  const left = MAX_POST - form.values.content.length;
  return (
    <Section title={t('field.content')}>
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
    </Section>
  );
}
