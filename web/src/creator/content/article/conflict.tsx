import { Alert, Button, Group, Paper, ScrollArea, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { IconCopy, IconVersions } from '@tabler/icons-react';
import { richText } from '../../../components/content/rich-node.ts';
import { RichText } from '../../../components/content/rich-text.tsx';
import { CopyButton } from '../../../components/copy/copy-button.tsx';
import { useOwnFiles } from '../../../components/media/use-own-files.ts';
import { useLocale } from '../../../language/use-locale.ts';
import { docOf, missingFiles } from '../editor/saved-doc.ts';
import type { ArticleValues } from './article-values.ts';

interface Props {
  mine: ArticleValues;
  theirs: ArticleValues;
  /** Of the other window's save, Unix seconds. */
  saved_at: number;
  onKeep: () => void;
  onTake: () => void;
}

const HEIGHT = 420;

/** Another window has saved the draft: both texts side by side, to copy from and to choose. */
export function Conflict({ mine, theirs, saved_at, onKeep, onTake }: Props) {
  const { t, formats } = useLocale('content-article');
  return (
    <Stack gap="lg" component="section" aria-label={t('conflict.title')}>
      <Alert icon={<IconVersions aria-hidden />} color="orange" title={t('conflict.title')}>
        {t('conflict.text', { time: formats.dateTime(saved_at) })}
      </Alert>
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        <Version title={t('conflict.mine')} values={mine} action={t('conflict.keep')} onChoose={onKeep} />
        <Version title={t('conflict.theirs')} values={theirs} action={t('conflict.take')} onChoose={onTake} />
      </SimpleGrid>
    </Stack>
  );
}

interface VersionProps {
  title: string;
  values: ArticleValues;
  action: string;
  onChoose: () => void;
}

function Version({ title, values, action, onChoose }: VersionProps) {
  const { t } = useLocale(['content-article', 'shell']);
  const files = useOwnFiles(missingFiles(docOf(values.rich), () => undefined));
  const whole = `${values.title}\n\n${richText(values.rich)}`;
  return (
    <Paper withBorder p="md" component="section" aria-label={title}>
      <Stack gap="md">
        <Title order={2} fz="lg">
          {title}
        </Title>
        <ScrollArea.Autosize
          mah={HEIGHT}
          viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': title }}
        >
          <Text fw={650} fz="xl" mb="sm" style={{ overflowWrap: 'anywhere' }}>
            {values.title || t('seo.noTitle')}
          </Text>
          <RichText rich={values.rich} post_id="" can_copy={false} title="" files={files} />
        </ScrollArea.Autosize>
        <Group gap="xs">
          <Button onClick={onChoose}>{action}</Button>
          <CopyButton value={whole}>
            {({ copied, copy }) => (
              <Button variant="default" onClick={copy} leftSection={<IconCopy size={18} aria-hidden />}>
                {t(copied ? 'shell:action.copied' : 'shell:action.copy')}
              </Button>
            )}
          </CopyButton>
        </Group>
      </Stack>
    </Paper>
  );
}
