import { Text } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { POST_STATUS } from '#events/status.ts';
import type { AlbumEntry } from '#services/contract/content/albums.ts';
import { AnchorLink } from '../../../components/links.tsx';
import { useLocale } from '../../../language/use-locale.ts';
import classes from './albums.module.css';

/** The directory: each post with its number, locked ones marked, deleted ones named as gaps. */
export function AlbumEntries({ album_id, entries }: { album_id: string; entries: readonly AlbumEntry[] }) {
  const { t, formats } = useLocale('content-albums');
  return (
    <ol className={classes.entries}>
      {entries.map(({ post_id, title, status, has_right, publish_time }, index) => (
        <li key={post_id} className={classes.entry}>
          <Text span className={`hint figures ${classes.number}`}>
            {index + 1}
          </Text>
          {status === POST_STATUS.deleted ? (
            <Text c="dimmed">{t('gap')}</Text>
          ) : (
            <>
              <AnchorLink
                to="/album/$albumId/$postId"
                params={{ albumId: album_id, postId: post_id }}
                c="inherit"
                style={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}
              >
                {title || t('untitled')}
              </AnchorLink>
              {!has_right && <IconLock size={16} aria-label={t('how.locked')} role="img" />}
              <Text span className="hint figures" style={{ flex: 'none' }}>
                {publish_time === 0 ? t('draft') : formats.shortTime(publish_time)}
              </Text>
            </>
          )}
        </li>
      ))}
    </ol>
  );
}
