import { Button, Group, SegmentedControl, Skeleton, Stack, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { catalogQuery } from '../../../components/content/album-queries.ts';
import { Loaded } from '../../../components/loaded.tsx';
import { ChoosePosts } from './choose-posts.tsx';
import { ChosenPosts } from './chosen-posts.tsx';
import { OrderedPosts } from './ordered-posts.tsx';

const MODES = ['sort', 'edit'] as const;
export type AlbumMode = (typeof MODES)[number];

interface Props {
  album_id: string;
  mode: AlbumMode;
  onMode: (mode: AlbumMode) => void;
}

/** The posts of an album for its creator: added from a list, sorted, or selected and moved or taken out together. */
export function AlbumPosts({ album_id, mode, onMode }: Props) {
  const { t } = useTranslation('content-albums');
  const query = useInfiniteQuery(catalogQuery(album_id, 'rank_asc'));
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  const [choosing, setChoosing] = useState(false);
  // The order is of all posts.
  useEffect(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage]);
  const entries = query.data?.pages.flatMap(({ list }) => list) ?? [];
  const Posts = mode === 'sort' ? OrderedPosts : ChosenPosts;
  return (
    <Stack gap="sm">
      <Group justify="space-between" gap="sm">
        <SegmentedControl
          size="xs"
          aria-label={t('mode.label')}
          value={mode}
          onChange={(chosen) => onMode(chosen === 'edit' ? 'edit' : 'sort')}
          data={MODES.map((value) => ({ value, label: t(`mode.${value}`) }))}
        />
        <Button
          size="xs"
          variant="light"
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => setChoosing(true)}
        >
          {t('choose.add')}
        </Button>
      </Group>
      <Text className="hint">{t(`mode.${mode}Text`)}</Text>
      <Loaded query={query} skeleton={<Skeleton height={240} radius="lg" />}>
        {() =>
          entries.length === 0 ? (
            <Text c="dimmed">{t('noPosts')}</Text>
          ) : (
            <Posts album_id={album_id} entries={entries} whole={!hasNextPage} />
          )
        }
      </Loaded>
      {choosing && (
        <ChoosePosts
          album_id={album_id}
          present={entries.map(({ post_id }) => post_id)}
          onClose={() => setChoosing(false)}
        />
      )}
    </Stack>
  );
}
