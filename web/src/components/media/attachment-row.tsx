import { Button, Text } from '@mantine/core';
import { IconDownload, IconPaperclip } from '@tabler/icons-react';
import { type MouseEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ShownFile } from '#services/contract/media/media.ts';
import { isFresh, type Renew } from './address.ts';
import { sizeWords } from './amounts.ts';
import classes from './media.module.css';

/** A file to download: its name and size. */
export function AttachmentRow({ file, renew }: { file: ShownFile; renew: Renew }) {
  const { t } = useTranslation('media');
  const [isLost, setLost] = useState(false);
  const [isWaiting, setWaiting] = useState(false);
  const download = async (event: MouseEvent) => {
    if (isFresh(file.url)) return;
    event.preventDefault();
    setWaiting(true);
    const fresh = await renew(file.file_id);
    setWaiting(false);
    setLost(fresh === undefined);
    if (fresh) location.assign(fresh.url);
  };
  return (
    <section className={classes.row} aria-label={t('attachment.of', { name: file.name })}>
      <IconPaperclip size={24} aria-hidden className={classes.rowIcon} />
      <div className={classes.rowText}>
        <Text fw={650} truncate title={file.name}>
          {file.name}
        </Text>
        <Text className="hint figures" role={isLost ? 'status' : undefined}>
          {isLost
            ? t('attachment.failed')
            : file.url === ''
              ? t('attachment.preparing')
              : sizeWords(file.bytes)}
        </Text>
      </div>
      {file.url !== '' && (
        <Button
          component="a"
          href={file.url}
          rel="nofollow"
          variant="default"
          loading={isWaiting}
          leftSection={<IconDownload size={18} aria-hidden />}
          aria-label={t('attachment.downloadOf', { name: file.name })}
          onClick={(event: MouseEvent) => void download(event)}
        >
          {t('attachment.download')}
        </Button>
      )}
    </section>
  );
}
