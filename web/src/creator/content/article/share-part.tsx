import { Paper, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { MAX_SHARE_TEXT, MAX_SHARE_TITLE } from '#services/contract/content/posts.ts';
import { shareWords } from '#services/contract/content/share-words.ts';
import { visibleLength } from '#services/contract/fields/visible-text.ts';
import { openText, richText } from '../../../components/content/rich-node.ts';
import { Section } from '../../../components/section.tsx';
import type { ArticleFormState } from './article-form-state.ts';

/** How search engines and previews of links show the article: in its own words, or in those of its text. */
export function SharePart({ form }: { form: ArticleFormState }) {
  const { t } = useTranslation(['content-article', 'content-compose']);
  const { title, preview_text, audience, rich, share_title, share_text } = form.values;
  const is_public = audience === 'all';
  const content = is_public ? richText(rich) : openText(rich);
  const made = {
    title,
    content,
    preview_text: is_public ? '' : preview_text,
    is_public,
    has_right: is_public,
  };
  const shown = shareWords({ ...made, share_title: share_title.trim(), share_text: share_text.trim() });
  const used = (text: string, most: number) => (
    <Text size="sm" c="dimmed" ta="end" className="figures">
      {t('content-compose:field.count', { used: visibleLength(text.trim()), most })}
    </Text>
  );
  return (
    <Section title={t('seo.title')} text={t('seo.text')}>
      <Stack gap="md">
        <Stack gap={4}>
          <TextInput
            label={t('seo.ownTitle')}
            placeholder={title || t('seo.noTitle')}
            {...form.getInputProps('share_title')}
          />
          {used(share_title, MAX_SHARE_TITLE)}
        </Stack>
        <Stack gap={4}>
          <Textarea
            label={t('seo.ownText')}
            description={t('seo.ownTextHint')}
            {...form.getInputProps('share_text')}
          />
          {used(share_text, MAX_SHARE_TEXT)}
        </Stack>
        <Paper bg="var(--fw-wash)" p="sm" radius="md">
          <Stack gap={2}>
            <Text fw={650} c="var(--mantine-color-anchor)" style={{ overflowWrap: 'anywhere' }}>
              {shown.title || t('seo.noTitle')}
            </Text>
            <Text size="xs" c="dimmed">{`${location.host} › p`}</Text>
            <Text size="sm" lineClamp={3} style={{ overflowWrap: 'anywhere' }}>
              {shown.description || t('seo.noText')}
            </Text>
          </Stack>
        </Paper>
      </Stack>
    </Section>
  );
}
