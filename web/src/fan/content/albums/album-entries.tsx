import { Text } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { POST_STATUS } from '#events/status.ts';
import type { AlbumEntry } from '#services/contract/content/albums.ts';
import { AnchorLink } from '../../../components/links.tsx';
import { useLocale } from '../../../language/use-locale.ts';
import classes from './albums.module.css';

interface Props {
  album_id: string;
  entries: readonly AlbumEntry[];
  /** The post that was opened last. */
  last: string | undefined;
}

/** The directory: each post with its number, locked ones with their price, deleted ones named as gaps. */
export function AlbumEntries({ album_id, entries, last }: Props) {
  const { t, formats } = useLocale('content-albums');
  // Gaps have no number, as in the reader's place.
  const posts = entries.filter(({ status }) => status !== POST_STATUS.deleted);
  const numbers = new Map(posts.map(({ post_id }, index) => [post_id, index + 1]));
  return (
    <ol className={classes.entries}>
      {entries.map(({ post_id, title, status, has_right, price, publish_time }) => (
        <li key={post_id} className={classes.entry} data-last={post_id === last || undefined}>
          <Text span className={`hint figures ${classes.number}`}>
            {numbers.get(post_id)}
          </Text>
          {status === POST_STATUS.deleted ? (
            <Text c="dimmed">{t('gap')}</Text>
          ) : (
            <>
              <div className={classes.what}>
                <AnchorLink
                  to="/album/$albumId/$postId"
                  params={{ albumId: album_id, postId: post_id }}
                  c="inherit"
                >
                  {title || t('untitled')}
                </AnchorLink>
                <Text span className={`hint figures ${classes.side}`}>
                  {price === ''
                    ? publish_time === 0
                      ? t('draft')
                      : formats.shortTime(publish_time)
                    : t('single', { price: formats.money(price) })}
                </Text>
              </div>
              {!has_right && <IconLock size={16} aria-label={t('how.locked')} role="img" />}
            </>
          )}
        </li>
      ))}
    </ol>
  );
}
