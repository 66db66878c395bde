import { Badge, Group, Paper, Stack, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ALBUM_STATUS } from '#events/status.ts';
import type { Album } from '#services/contract/content/albums.ts';
import cardClasses from '../../../components/catalog/creator-card.module.css';
import classes from '../../../components/content/album-cover.module.css';
import { AlbumCover } from '../../../components/content/album-cover.tsx';
import { AnchorLink } from '../../../components/links.tsx';

/** How much of the album the reader can read; nothing for an empty one. */
export function AlbumBadges({ album }: { album: Album }) {
  const { t } = useTranslation('content-albums');
  const { status, bought, hasUnlockAll, open_count, post_count, can_edit } = album;
  const how = bought ? 'bought' : hasUnlockAll ? 'open' : open_count > 0 ? 'partly' : 'locked';
  return (
    <Group gap={6}>
      {status === ALBUM_STATUS.hidden && <Badge color="gray">{t('hidden')}</Badge>}
      {post_count > 0 && !can_edit && (
        <Badge color={how === 'locked' ? 'gray' : undefined}>
          {t(`how.${how}`, { open: open_count, count: post_count })}
        </Badge>
      )}
    </Group>
  );
}

/** An album in a list. The whole card leads to it. */
export function AlbumCard({ album, children }: { album: Album; children?: ReactNode }) {
  const { t } = useTranslation('content-albums');
  const { album_id, title, cover, post_count, can_edit } = album;
  return (
    <Paper withBorder component="article" className={cardClasses.card} p="sm">
      <Stack gap="xs">
        <AlbumCover cover={cover} />
        <Text fw={650} lineClamp={2} style={{ overflowWrap: 'anywhere' }}>
          <Link to="/album/$albumId" params={{ albumId: album_id }} className={cardClasses.name}>
            {title}
          </Link>
        </Text>
        <Text className="hint figures">{t('posts', { count: post_count })}</Text>
        <Group justify="space-between" gap="xs">
          <AlbumBadges album={album} />
          {can_edit && (
            <AnchorLink
              to="/edit/album"
              search={{ album_id }}
              size="sm"
              className={cardClasses.above}
              aria-label={`${t('edit')} ${title}`}
            >
              {t('editShort')}
            </AnchorLink>
          )}
        </Group>
        {children}
      </Stack>
    </Paper>
  );
}

/** Leads a creator to a new album. */
export function NewAlbumCard() {
  const { t } = useTranslation('content-albums');
  return (
    <Paper withBorder className={cardClasses.card} p="sm" style={{ borderStyle: 'dashed' }}>
      <Stack gap="xs">
        <div className={classes.cover} style={{ aspectRatio: 1 }}>
          <div className={classes.blank}>
            <IconPlus size={40} stroke={1.2} aria-hidden />
          </div>
        </div>
        <Text fw={650}>
          <Link to="/edit/album" className={cardClasses.name}>
            {t('new')}
          </Link>
        </Text>
        <Text className="hint">{t('newText')}</Text>
      </Stack>
    </Paper>
  );
}
