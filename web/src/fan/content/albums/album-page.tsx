import { Box, Container, Group, Select, Skeleton, Stack, Text, Title } from '@mantine/core';
import { IconBooks } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ALBUM_ORDERS, type Album, type AlbumOrder } from '#services/contract/content/albums.ts';
import { EC, isRefusal } from '../../../api/refusal.ts';
import { BRAND } from '../../../app/palette.ts';
import { CreatorTheme } from '../../../components/catalog/creator-theme.tsx';
import { personQuery } from '../../../components/catalog/person-queries.ts';
import { Collection } from '../../../components/collection.tsx';
import { AlbumCover } from '../../../components/content/album-cover.tsx';
import { albumQuery, catalogQuery } from '../../../components/content/album-queries.ts';
import { LinkedText } from '../../../components/content/linked-text.tsx';
import { AnchorLink, ButtonLink } from '../../../components/links.tsx';
import { Loaded } from '../../../components/loaded.tsx';
import { usePageTitle } from '../../../shell/page-title.ts';
import { NotFound } from '../../../shell/whole-page.tsx';
import { AlbumBadges } from './album-card.tsx';
import { AlbumEntries } from './album-entries.tsx';
import { AlbumWays } from './album-ways.tsx';
import { lastRead } from './last-read.ts';

const isOrder = (text: string | null): text is AlbumOrder => ALBUM_ORDERS.some((order) => order === text);

/** /album/{album_id}: what an album is, what opens it, and its posts. */
export function AlbumPage({ albumId }: { albumId: string }) {
  const query = useQuery(albumQuery(albumId));
  const album = query.data?.album;
  const creator = useQuery(personQuery(album?.user.user_id));
  usePageTitle(album?.title);
  if (isRefusal(query.error, EC.notFound, EC.badInput)) return <NotFound />;
  return (
    <CreatorTheme color={creator.data?.creator?.theme_color ?? BRAND}>
      <Container size={760} py={{ base: 'md', sm: 'xl' }}>
        <Loaded query={query} skeleton={<Waiting />}>
          {({ album: shown, ways }) => (
            <Stack gap="xl">
              <Head album={shown} />
              {ways.length > 0 && <AlbumWays ways={ways} />}
              <Entries album={shown} />
            </Stack>
          )}
        </Loaded>
      </Container>
    </CreatorTheme>
  );
}

function Head({ album }: { album: Album }) {
  const { t } = useTranslation('content-albums');
  const { album_id, title, content, cover, post_count, user, can_edit } = album;
  const begun = lastRead(album_id);
  return (
    <Stack gap="md">
      <Group gap="lg" align="flex-start" wrap="nowrap">
        <AlbumCover cover={cover} size={128} />
        <Stack gap="xs" style={{ minWidth: 0 }}>
          <Title order={1} fz={{ base: 22, sm: 30 }} style={{ overflowWrap: 'anywhere' }}>
            {title}
          </Title>
          <Text>
            <AnchorLink to="/u/$userId" params={{ userId: user.user_id }}>
              {user.name}
            </AnchorLink>
          </Text>
          <Text className="hint figures">{t('posts', { count: post_count })}</Text>
          <AlbumBadges album={album} />
        </Stack>
      </Group>
      {content !== '' && (
        <Box>
          <LinkedText text={content} />
        </Box>
      )}
      <Group gap="sm">
        {begun !== undefined && (
          <ButtonLink to="/album/$albumId/$postId" params={{ albumId: album_id, postId: begun }}>
            {t('continue')}
          </ButtonLink>
        )}
        {can_edit && (
          <ButtonLink to="/edit/album" search={{ album_id }} variant="default">
            {t('edit')}
          </ButtonLink>
        )}
      </Group>
    </Stack>
  );
}

function Entries({ album }: { album: Album }) {
  const { t } = useTranslation('content-albums');
  const { album_id, order_by } = album;
  const [order, setOrder] = useState<AlbumOrder>();
  const query = useInfiniteQuery(catalogQuery(album_id, order));
  return (
    <Stack component="section" gap="sm">
      <Group justify="space-between" gap="sm">
        <Title order={2} fz="lg">
          {t('directory')}
        </Title>
        <Select
          aria-label={t('order.label')}
          allowDeselect={false}
          size="xs"
          value={order ?? order_by}
          onChange={(chosen) => isOrder(chosen) && setOrder(chosen)}
          data={ALBUM_ORDERS.map((value) => ({ value, label: t(`order.${value}`) }))}
        />
      </Group>
      <Collection
        query={query}
        waiting={{ count: 5, height: 52 }}
        isEmpty={({ pages }) => pages[0]?.list.length === 0}
        nothing={{ icon: <IconBooks aria-hidden />, title: t('noPosts') }}
        more={query}
      >
        {({ pages }) => <AlbumEntries album_id={album_id} entries={pages.flatMap(({ list }) => list)} />}
      </Collection>
    </Stack>
  );
}

const Waiting = () => (
  <Stack gap="xl">
    <Group gap="lg" wrap="nowrap">
      <Skeleton height={128} width={128} radius="md" />
      <Stack gap="sm" flex={1}>
        <Skeleton height={28} width="60%" />
        <Skeleton height={16} width="30%" />
      </Stack>
    </Group>
    <Skeleton height={240} radius="lg" />
  </Stack>
);
