import { Group, SimpleGrid, Skeleton, Stack, Title } from '@mantine/core';
import { IconBooks } from '@tabler/icons-react';
import { useInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { ListedAlbum } from '#services/contract/content/albums.ts';
import { useStudioCreatorId } from '../../../app/session.ts';
import { creatorBySlugQuery } from '../../../components/catalog/person-queries.ts';
import { Collection } from '../../../components/collection.tsx';
import { albumsQuery } from '../../../components/content/album-queries.ts';
import { ButtonLink } from '../../../components/links.tsx';
import { AlbumCard, NewAlbumCard } from './album-card.tsx';
import { AlbumThumbs } from './album-thumbs.tsx';
import classes from './albums.module.css';

const route = getRouteApi('/a/$slug');
const COLUMNS = { base: 2, sm: 3 };

/** /a/{slug}/album: all albums of a creator. */
export function CreatorAlbums() {
  const { t } = useTranslation('content-albums');
  const { slug } = route.useParams();
  const user = useSuspenseQuery(creatorBySlugQuery(slug)).data;
  const isOwn = useStudioCreatorId() === user.user_id;
  const query = useInfiniteQuery(albumsQuery(user.user_id));
  const renew = async (file_id: string) => {
    const { data } = await query.refetch();
    const thumbs = data?.pages.flatMap(({ list }) => list.flatMap((album) => album.thumbs));
    return thumbs?.find(({ file }) => file?.file_id === file_id)?.file ?? undefined;
  };
  return (
    <Stack component="section" gap="md">
      <Title order={2}>{t('title')}</Title>
      <Collection
        query={query}
        skeleton={
          <SimpleGrid cols={COLUMNS}>
            {[1, 2, 3].map((one) => (
              <Skeleton key={one} height={260} radius="lg" />
            ))}
          </SimpleGrid>
        }
        isEmpty={({ pages }) => pages[0]?.list.length === 0}
        nothing={{
          icon: <IconBooks aria-hidden />,
          title: t('empty'),
          ...(isOwn && {
            text: t('newText'),
            action: <ButtonLink to="/edit/album">{t('new')}</ButtonLink>,
          }),
        }}
        more={query}
      >
        {({ pages }) => (
          <SimpleGrid cols={COLUMNS}>
            {isOwn && <NewAlbumCard />}
            {pages
              .flatMap(({ list }) => list)
              .map((album) => (
                <AlbumCard key={album.album_id} album={album}>
                  <AlbumThumbs album={album} renew={renew} />
                  {album.can_edit && <OwnActions album={album} />}
                </AlbumCard>
              ))}
          </SimpleGrid>
        )}
      </Collection>
    </Stack>
  );
}

/** Edit mode and sort mode of an album's directory. */
function OwnActions({ album: { album_id, title } }: { album: ListedAlbum }) {
  const { t } = useTranslation('content-albums');
  return (
    <Group gap="xs" className={classes.actions}>
      {(['edit', 'sort'] as const).map((mode) => (
        <ButtonLink
          key={mode}
          to="/album/$albumId"
          params={{ albumId: album_id }}
          search={{ mode }}
          size="xs"
          variant="default"
          aria-label={t('mode.of', { action: t(`mode.${mode}`), title })}
        >
          {t(`mode.${mode}`)}
        </ButtonLink>
      ))}
    </Group>
  );
}
