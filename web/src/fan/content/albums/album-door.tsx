import { Box, Group, SimpleGrid, Skeleton, Stack, Title } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { listAlbums } from '#services/contract/content/albums.ts';
import { queryOf } from '../../../api/queries.ts';
import { useStudioCreatorId } from '../../../app/session.ts';
import { AnchorLink, ButtonLink } from '../../../components/links.tsx';
import { AlbumCard, NewAlbumCard } from './album-card.tsx';

const MOST = 3;
const ON_PHONES = 2;
/** Of a creator; a further one is refused. */
const MAX_ALBUMS = 200;

interface Props {
  slug: string;
  user_id: string;
  /** Albums that visitors see. */
  count: number;
}

/** The text of a card below its square picture, in px. */
const CARD_TEXT = 90;

/** The place of the first albums, so that the posts below do not move. */
const WaitingAlbums = ({ count }: { count: number }) => (
  <Stack component="section" gap="md" aria-hidden>
    <Skeleton height={32} width={96} />
    <SimpleGrid cols={{ base: 2, sm: MOST }}>
      {Array.from({ length: Math.min(count, MOST) }, (_, index) => (
        <Box key={index} {...(index >= ON_PHONES && { visibleFrom: 'sm' })}>
          <Skeleton height="auto" radius="lg">
            <div style={{ aspectRatio: 1 }} />
            <div style={{ height: CARD_TEXT }} />
          </Skeleton>
        </Box>
      ))}
    </SimpleGrid>
  </Stack>
);

/** The first albums on a creator's page, with a tile for a new one for the creator. */
export function AlbumDoor({ slug, user_id, count }: Props) {
  const { t } = useTranslation('content-albums');
  const isOwn = useStudioCreatorId() === user_id;
  const { data, isPending } = useQuery(
    queryOf(listAlbums, { user_id, per_page: MOST }, { enabled: isOwn || count > 0 }),
  );
  if (isPending && count > 0) return <WaitingAlbums count={count} />;
  if (!data || (data.list.length === 0 && !isOwn)) return null;
  const isFree = isOwn && data.total_count < MAX_ALBUMS;
  return (
    <Stack component="section" gap="md">
      <Group justify="space-between">
        <Title order={2}>{t('title')}</Title>
        {data.total_count > 0 && (
          <AnchorLink to="/a/$slug/album" params={{ slug }} resetScroll={false}>
            {t('all', { count: data.total_count })}
          </AnchorLink>
        )}
      </Group>
      <SimpleGrid cols={{ base: 2, sm: isOwn ? MOST + 1 : MOST }}>
        {data.list.map((album, index) => (
          <Box key={album.album_id} {...(index >= ON_PHONES && { visibleFrom: 'sm' })}>
            <AlbumCard album={album} />
          </Box>
        ))}
        {isFree && (
          <Box visibleFrom="sm">
            <NewAlbumCard />
          </Box>
        )}
      </SimpleGrid>
      {isFree && (
        <ButtonLink
          to="/edit/album"
          variant="default"
          hiddenFrom="sm"
          leftSection={<IconPlus size={18} aria-hidden />}
        >
          {t('new')}
        </ButtonLink>
      )}
    </Stack>
  );
}
