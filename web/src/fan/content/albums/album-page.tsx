import { Box, Button, Container, Group, Progress, Select, Skeleton, Stack, Text, Title } from '@mantine/core';
import { IconBooks } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  ALBUM_ORDERS,
  type Album,
  type AlbumOrder,
  setAlbumOrder,
} from '#services/contract/content/albums.ts';
import { useCall } from '../../../api/queries.ts';
import { EC, isRefusal } from '../../../api/refusal.ts';
import { untilLoaded } from '../../../app/load-part.ts';
import { BRAND } from '../../../app/palette.ts';
import { CreatorTheme } from '../../../components/catalog/creator-theme.tsx';
import { personQuery } from '../../../components/catalog/person-queries.ts';
import { Collection } from '../../../components/collection.tsx';
import { AlbumCover } from '../../../components/content/album-cover.tsx';
import { albumQuery, catalogQuery } from '../../../components/content/album-queries.ts';
import { LinkedText } from '../../../components/content/linked-text.tsx';
import { AnchorLink, ButtonLink } from '../../../components/links.tsx';
import { Loaded } from '../../../components/loaded.tsx';
import { ShareButton } from '../../../components/share/share-button.tsx';
import { beginningOf } from '../../../components/share/share-targets.ts';
import type { AlbumMode } from '../../../creator/content/albums/album-posts.tsx';
import { useLocale } from '../../../language/use-locale.ts';
import { usePageTitle } from '../../../shell/page-title.ts';
import { NotFound } from '../../../shell/whole-page.tsx';
import { AlbumBadges } from './album-card.tsx';
import { AlbumEntries } from './album-entries.tsx';
import { AlbumWays } from './album-ways.tsx';
import { lastRead } from './last-read.ts';

// Readers never load what edits an album.
const AlbumPosts = lazy(() =>
  untilLoaded(() => import('../../../creator/content/albums/album-posts.tsx')).then(({ AlbumPosts }) => ({
    default: AlbumPosts,
  })),
);

interface Modes {
  /** Undefined: the directory is read. */
  mode: AlbumMode | undefined;
  onMode: (mode: AlbumMode | undefined) => void;
}

const isOrder = (text: string | null): text is AlbumOrder => ALBUM_ORDERS.some((order) => order === text);

interface Props extends Modes {
  albumId: string;
}

/** Of an album's description in a shared link (commerce specification 9). */
const SHARED_LETTERS = 15;

/** /album/{album_id}: what an album is, what opens it, and its posts. */
export function AlbumPage({ albumId, mode, onMode }: Props) {
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
              {ways.length > 0 && <AlbumWays album={shown} ways={ways} />}
              <Entries album={shown} mode={shown.can_edit ? mode : undefined} onMode={onMode} />
            </Stack>
          )}
        </Loaded>
      </Container>
    </CreatorTheme>
  );
}

function Head({ album }: { album: Album }) {
  const { t, formats } = useLocale('content-albums');
  const { album_id, title, content, cover, post_count, user, can_edit, buyPlan } = album;
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
          <Text className="hint figures">
            {[
              t('posts', { count: post_count }),
              ...(buyPlan ? [t('whole', { price: formats.money(buyPlan.price) })] : []),
            ].join(' · ')}
          </Text>
          <AlbumBadges album={album} />
        </Stack>
      </Group>
      {content !== '' && (
        <Box>
          <LinkedText text={content} />
        </Box>
      )}
      <Begun album={album} />
      <Group gap="sm">
        {can_edit && (
          <ButtonLink to="/edit/album" search={{ album_id }} variant="default">
            {t('edit')}
          </ButtonLink>
        )}
        <ShareButton
          shared={{
            path: `/album/${album_id}`,
            title,
            text: beginningOf(content, SHARED_LETTERS),
            picture: cover,
          }}
        />
      </Group>
    </Stack>
  );
}

/** How far the reader is, and the way on; nothing before the first post, and after it was taken out. */
function Begun({ album: { album_id, post_count } }: { album: Album }) {
  const { t } = useTranslation('content-albums');
  const last = lastRead(album_id);
  const { data } = useQuery({ ...albumQuery(album_id, last), enabled: last !== undefined });
  const place = data?.place ?? null;
  if (last === undefined || place === null) return null;
  const words = t('progress', { number: place.number, count: post_count });
  return (
    <Group gap="md" align="center">
      <ButtonLink to="/album/$albumId/$postId" params={{ albumId: album_id, postId: last }}>
        {t('continue')}
      </ButtonLink>
      <Stack gap={4} flex="1 1 160px" maw={320}>
        <Text className="hint figures">{words}</Text>
        <Progress size="sm" value={(100 * place.number) / Math.max(1, post_count)} aria-label={words} />
      </Stack>
    </Group>
  );
}

function Entries({ album, mode, onMode }: Modes & { album: Album }) {
  const { t } = useTranslation('content-albums');
  const { album_id, order_by, can_edit } = album;
  const [order, setOrder] = useState<AlbumOrder>(order_by);
  const query = useInfiniteQuery(catalogQuery(album_id, order));
  const save = useCall(setAlbumOrder, { tells: true });
  return (
    <Stack component="section" gap="sm">
      <Group justify="space-between" gap="sm">
        <Title order={2} fz="lg">
          {t('directory')}
        </Title>
        <Group gap="xs">
          {can_edit && mode === undefined && order !== order_by && (
            <Button
              size="xs"
              variant="subtle"
              loading={save.isPending}
              onClick={() => save.mutate({ album_id, order_by: order })}
            >
              {t('order.default')}
            </Button>
          )}
          {mode === undefined && (
            <Select
              aria-label={t('order.label')}
              allowDeselect={false}
              size="xs"
              value={order}
              onChange={(chosen) => isOrder(chosen) && setOrder(chosen)}
              data={ALBUM_ORDERS.map((value) => ({ value, label: t(`order.${value}`) }))}
            />
          )}
          {can_edit && (
            <Button
              size="xs"
              variant="default"
              onClick={() => onMode(mode === undefined ? 'sort' : undefined)}
            >
              {t(mode === undefined ? 'mode.sort' : 'mode.done')}
            </Button>
          )}
        </Group>
      </Group>
      {mode === undefined ? (
        <Collection
          query={query}
          waiting={{ count: 5, height: 52 }}
          isEmpty={({ pages }) => pages[0]?.list.length === 0}
          nothing={{ icon: <IconBooks aria-hidden />, title: t('noPosts') }}
          more={query}
        >
          {({ pages }) => (
            <AlbumEntries
              album_id={album_id}
              entries={pages.flatMap(({ list }) => list)}
              last={lastRead(album_id)}
            />
          )}
        </Collection>
      ) : (
        <Suspense fallback={<Skeleton height={240} radius="lg" />}>
          <AlbumPosts album_id={album_id} mode={mode} onMode={onMode} />
        </Suspense>
      )}
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
