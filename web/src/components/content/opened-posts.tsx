import { Group, Stack, Text } from '@mantine/core';
import { IconLockOpen } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Opened } from '#services/contract/content/opened.ts';
import { AnchorLink } from '../links.tsx';
import { AlbumCover } from './album-cover.tsx';

interface WillOpenProps {
  opens: { post_count: number; posts: readonly { title: string }[]; albums: readonly { title: string }[] };
}

/** Before a purchase: how many posts it opens, its albums, and the titles of the newest posts. */
export function WillOpen({ opens: { post_count, posts, albums } }: WillOpenProps) {
  const { t } = useTranslation('content-opened');
  if (post_count === 0 && albums.length === 0) return null;
  const titles = posts.flatMap(({ title }) => (title === '' ? [] : [t('named', { title })]));
  return (
    <Text className="hint figures" style={{ overflowWrap: 'anywhere' }}>
      <IconLockOpen size={14} aria-hidden style={{ verticalAlign: '-2px' }} />{' '}
      {[
        ...(post_count > 0 ? [t('willOpen', { count: post_count })] : []),
        ...albums.map(({ title }) => t('album', { title })),
        ...titles,
      ].join(' · ')}
    </Text>
  );
}

/** After a purchase: links to the albums and posts. */
export function OpenedPosts({ opens: { post_count, posts, album_count, albums } }: { opens: Opened }) {
  const { t } = useTranslation('content-opened');
  if (post_count + album_count === 0) return null;
  return (
    <Stack component="section" gap={6} aria-label={t('title')}>
      {post_count > 0 && (
        <Text fw={650} className="figures">
          {t('opens', { count: post_count })}
        </Text>
      )}
      {albums.map((album) => (
        <Group key={album.album_id} gap="sm" wrap="nowrap">
          <AlbumCover cover={album.cover} size={48} />
          <div style={{ minWidth: 0 }}>
            <AnchorLink
              to="/album/$albumId"
              params={{ albumId: album.album_id }}
              fw={650}
              style={{ overflowWrap: 'anywhere' }}
            >
              {t('album', { title: album.title })}
            </AnchorLink>
            <Text className="hint figures">{t('inAlbum', { count: album.post_count })}</Text>
          </div>
        </Group>
      ))}
      {album_count > albums.length && (
        <Text className="hint figures">{t('moreAlbums', { count: album_count })}</Text>
      )}
      {posts.map(({ post_id, title }) => (
        <AnchorLink
          key={post_id}
          to="/p/$postId"
          params={{ postId: post_id }}
          style={{ overflowWrap: 'anywhere' }}
        >
          {title === '' ? t('untitled') : title}
        </AnchorLink>
      ))}
      {post_count > posts.length && <Text className="hint figures">{t('more', { count: post_count })}</Text>}
    </Stack>
  );
}
