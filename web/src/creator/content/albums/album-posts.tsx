import { ActionIcon, Button, Group, Text } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconGripVertical, IconPlus, IconX } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { POST_STATUS } from '#events/status.ts';
import { type AlbumEntry, editAlbumPosts } from '#services/contract/content/albums.ts';
import { useCall } from '../../../api/queries.ts';
import { catalogQuery } from '../../../components/content/album-queries.ts';
import { Loaded } from '../../../components/loaded.tsx';
import { Section } from '../../../components/section.tsx';
import classes from './album-posts.module.css';
import { ChoosePosts } from './choose-posts.tsx';
import { moved } from './moved.ts';

/** The posts of an album: chosen from a list, ordered by drag, keys or buttons, and taken out. */
export function AlbumPosts({ album_id }: { album_id: string }) {
  const { t } = useTranslation('content-albums');
  const query = useInfiniteQuery(catalogQuery(album_id, 'rank_asc'));
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  const [choosing, setChoosing] = useState(false);
  // The order is of all posts.
  useEffect(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage]);
  const entries = query.data?.pages.flatMap(({ list }) => list) ?? [];
  return (
    <Section
      title={t('choose.title')}
      text={t('choose.text')}
      aside={
        <Button size="xs" leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setChoosing(true)}>
          {t('choose.add')}
        </Button>
      }
    >
      <Loaded query={query} skeleton={<Text c="dimmed">…</Text>}>
        {() =>
          entries.length === 0 ? (
            <Text c="dimmed">{t('noPosts')}</Text>
          ) : (
            <Ordered album_id={album_id} entries={entries} whole={!hasNextPage} />
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
    </Section>
  );
}

interface OrderedProps {
  album_id: string;
  entries: readonly AlbumEntry[];
  /** All posts are there, so that their order can be saved. */
  whole: boolean;
}

function Ordered({ album_id, entries, whole }: OrderedProps) {
  const { t } = useTranslation('content-albums');
  const edit = useCall(editAlbumPosts);
  const [dragged, setDragged] = useState<number>();
  const [over, setOver] = useState<number>();
  const busy = edit.isPending || !whole;
  const move = (from: number, to: number) => {
    if (busy || to < 0 || to >= entries.length || from === to) return;
    edit.mutate({ album_id, order: moved(entries, from, to).map(({ post_id }) => post_id) });
  };
  return (
    <ol className={classes.posts}>
      {entries.map(({ post_id, title, status }, index) => {
        const name = status === POST_STATUS.deleted ? t('gap') : title || t('untitled');
        return (
          <li
            key={post_id}
            className={classes.post}
            data-over={over === index || undefined}
            draggable={!busy}
            onDragStart={() => setDragged(index)}
            onDragEnd={() => {
              setDragged(undefined);
              setOver(undefined);
            }}
            onDragOver={(event) => {
              if (dragged === undefined) return;
              event.preventDefault();
              setOver(index);
            }}
            onDrop={(event) => {
              event.preventDefault();
              if (dragged !== undefined) move(dragged, index);
              setDragged(undefined);
              setOver(undefined);
            }}
          >
            <IconGripVertical size={18} aria-hidden className={classes.grip} />
            <Text
              flex={1}
              style={{ minWidth: 0, overflowWrap: 'anywhere' }}
              c={status === POST_STATUS.deleted ? 'dimmed' : undefined}
            >
              {name}
            </Text>
            <Group gap={2} wrap="nowrap">
              <ActionIcon
                variant="subtle"
                color="gray"
                disabled={busy || index === 0}
                aria-label={`${t('choose.up')} ${name}`}
                onClick={() => move(index, index - 1)}
              >
                <IconArrowUp size={18} aria-hidden />
              </ActionIcon>
              <ActionIcon
                variant="subtle"
                color="gray"
                disabled={busy || index === entries.length - 1}
                aria-label={`${t('choose.down')} ${name}`}
                onClick={() => move(index, index + 1)}
              >
                <IconArrowDown size={18} aria-hidden />
              </ActionIcon>
              <ActionIcon
                variant="subtle"
                color="gray"
                disabled={edit.isPending}
                aria-label={`${t('choose.remove')} ${name}`}
                onClick={() => edit.mutate({ album_id, remove: [post_id] })}
              >
                <IconX size={18} aria-hidden />
              </ActionIcon>
            </Group>
          </li>
        );
      })}
    </ol>
  );
}
