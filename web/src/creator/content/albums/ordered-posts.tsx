import { ActionIcon, Group, Text } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconGripVertical, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { POST_STATUS } from '#events/status.ts';
import { type AlbumEntry, editAlbumPosts } from '#services/contract/content/albums.ts';
import { useCall } from '../../../api/queries.ts';
import { useReorder } from '../../../components/forms/use-reorder.ts';
import classes from './album-posts.module.css';

interface Props {
  album_id: string;
  entries: readonly AlbumEntry[];
  /** All posts are there, so that their order can be saved. */
  whole: boolean;
}

/** The name of a post in its album; of a deleted one the gap. */
export function useEntryName() {
  const { t } = useTranslation('content-albums');
  return ({ status, title }: AlbumEntry): string =>
    status === POST_STATUS.deleted ? t('gap') : title || t('untitled');
}

/** Sort mode: posts are moved by their handles (mouse, finger, arrow keys) or by buttons, and taken out. */
export function OrderedPosts({ album_id, entries, whole }: Props) {
  const { t } = useTranslation('content-albums');
  const nameOf = useEntryName();
  // One after the other, so that the last order is the one that stays.
  const edit = useCall(editAlbumPosts, { scope: { id: editAlbumPosts.path } });
  // Until it is saved, the new order is shown.
  const wanted = edit.isPending ? (edit.variables.order ?? []) : [];
  const place = ({ post_id }: AlbumEntry) => wanted.indexOf(post_id);
  const sorted = wanted.length === 0 ? entries : entries.toSorted((a, b) => place(a) - place(b));
  const ids = sorted.map(({ post_id }) => post_id);
  const { row, handle, moveBy } = useReorder({
    axis: 'y',
    ids,
    onOrder: (order) => {
      if (whole) edit.mutate({ album_id, order });
    },
  });
  return (
    <ol className={classes.posts}>
      {sorted.map((entry, index) => {
        const { post_id, status } = entry;
        const name = nameOf(entry);
        const { className, ...target } = row(post_id);
        return (
          <li key={post_id} className={`${classes.post} ${className}`} {...target}>
            <ActionIcon
              variant="subtle"
              color="gray"
              size={36}
              aria-label={t('choose.handle', { name, at: index + 1, count: ids.length })}
              {...handle(post_id)}
            >
              <IconGripVertical size={18} aria-hidden />
            </ActionIcon>
            <Text
              flex={1}
              lineClamp={2}
              style={{ minWidth: 0, overflowWrap: 'anywhere' }}
              c={status === POST_STATUS.deleted ? 'dimmed' : undefined}
            >
              {name}
            </Text>
            <Group gap={2} wrap="nowrap">
              <ActionIcon
                variant="subtle"
                color="gray"
                size={36}
                disabled={!whole || index === 0}
                aria-label={`${t('choose.up')} ${name}`}
                onClick={() => moveBy(post_id, -1)}
              >
                <IconArrowUp size={18} aria-hidden />
              </ActionIcon>
              <ActionIcon
                variant="subtle"
                color="gray"
                size={36}
                disabled={!whole || index === ids.length - 1}
                aria-label={`${t('choose.down')} ${name}`}
                onClick={() => moveBy(post_id, 1)}
              >
                <IconArrowDown size={18} aria-hidden />
              </ActionIcon>
              <ActionIcon
                variant="subtle"
                color="gray"
                size={36}
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
