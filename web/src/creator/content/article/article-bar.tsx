import { ActionIcon, Button, Group, Text } from '@mantine/core';
import { IconEye, IconSettings } from '@tabler/icons-react';
import { useMemo } from 'react';
import { richText } from '../../../components/content/rich-node.ts';
import { wordCount } from '../../../components/content/text-measure.ts';
import { useLocale } from '../../../language/use-locale.ts';
import classes from './article.module.css';

interface Props {
  rich: string;
  /** Of the draft. */
  state: 'saved' | 'changed' | 'failed';
  /** Unix seconds; 0 before the first save. */
  savedAt: number;
  /** It goes on at once; a new one leads to the settings first. */
  isPublished: boolean;
  saving: boolean;
  onPreview: () => void;
  onSettings: () => void;
  onSave: () => void;
}

/** The head of the editor: how long the text is, its settings, and the way to publish it. */
export function ArticleBar({
  rich,
  state,
  savedAt,
  isPublished,
  saving,
  onPreview,
  onSettings,
  onSave,
}: Props) {
  const { t, formats } = useLocale(['content-article', 'content-compose', 'content-preview']);
  const count = useMemo(() => wordCount(richText(rich)), [rich]);
  return (
    <Group className={classes.bar} justify="space-between" gap="xs" wrap="nowrap">
      <Text className="hint figures" role="status">
        {t('words', { count })}
        {state === 'failed'
          ? ` · ${t('draft.failed')}`
          : savedAt > 0 &&
            ` · ${state === 'changed' ? t('draft.changed') : t('draft.saved', { time: formats.shortTime(savedAt) })}`}
      </Text>
      <Group gap="xs" wrap="nowrap">
        <ActionIcon size={36} variant="default" onClick={onPreview} aria-label={t('content-preview:title')}>
          <IconEye size={20} aria-hidden />
        </ActionIcon>
        <ActionIcon size={36} variant="default" onClick={onSettings} aria-label={t('settings.title')}>
          <IconSettings size={20} aria-hidden />
        </ActionIcon>
        <Button onClick={isPublished ? onSave : onSettings} loading={saving}>
          {t(isPublished ? 'submit.update' : 'submit.next')}
        </Button>
      </Group>
    </Group>
  );
}
