import { ActionIcon, Button, Progress, Text } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { sizeWords } from '../amounts.ts';
import classes from './fields.module.css';
import type { UploadItem } from './upload-queue.ts';
import type { Uploads } from './use-uploads.ts';

/** Files on their way, each with its progress; a failed one says why, and can be tried again. */
export function UploadRows({ uploads: { items, queue } }: { uploads: Uploads }) {
  const { t } = useTranslation('media');
  if (items.length === 0) return null;
  return (
    <ul className={classes.uploads} aria-label={t('upload.list')}>
      {items.map((item) => (
        <li key={item.id}>
          <div className={classes.fileText}>
            <Text size="sm" truncate title={item.name}>
              {item.name}
            </Text>
            <Place item={item} />
          </div>
          {item.phase === 'failed' && (
            <Button size="xs" variant="default" onClick={() => queue.retry(item.id)}>
              {t('upload.retry')}
            </Button>
          )}
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t('upload.cancel', { name: item.name })}
            onClick={() => queue.cancel(item.id)}
          >
            <IconX size={18} aria-hidden />
          </ActionIcon>
        </li>
      ))}
    </ul>
  );
}

function Place({ item: { name, phase, sent, bytes, problem } }: { item: UploadItem }) {
  const { t } = useTranslation('media');
  if (phase === 'failed')
    return (
      <Text size="sm" c="var(--mantine-color-error)" role="alert">
        {t('upload.failed', { name, problem })}
      </Text>
    );
  const percent = Math.min(100, Math.floor((sent / Math.max(1, bytes)) * 100));
  const words =
    phase === 'waiting'
      ? t('upload.waiting')
      : percent === 100
        ? t('upload.checking')
        : `${sizeWords(sent)} / ${sizeWords(bytes)}`;
  return (
    <>
      <Progress value={percent} size="sm" aria-label={t('upload.progress', { name })} />
      <Text size="xs" c="dimmed" className="figures">
        {words}
      </Text>
    </>
  );
}
