import { ActionIcon, Button, Group, Text } from '@mantine/core';
import { IconSettings } from '@tabler/icons-react';
import { useMemo } from 'react';
import { richText } from '../../../components/content/rich-node.ts';
import { wordCount } from '../../../components/content/text-measure.ts';
import { useLocale } from '../../../language/use-locale.ts';
import classes from './article.module.css';

interface Props {
  rich: string;
  /** It goes on at once; a new one leads to the settings first. */
  isPublished: boolean;
  saving: boolean;
  onSettings: () => void;
  onSave: () => void;
}

/** The head of the editor: how long the text is, its settings, and the way to publish it. */
export function ArticleBar({ rich, isPublished, saving, onSettings, onSave }: Props) {
  const { t } = useLocale(['content-article', 'content-compose']);
  const count = useMemo(() => wordCount(richText(rich)), [rich]);
  return (
    <Group className={classes.bar} justify="space-between" gap="xs" wrap="nowrap">
      <Text className="hint figures" role="status">
        {t('words', { count })}
      </Text>
      <Group gap="xs" wrap="nowrap">
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
