import { Button, Checkbox, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type AlbumEntry, editAlbumPosts } from '#services/contract/content/albums.ts';
import { useCall } from '../../../api/queries.ts';
import classes from './album-posts.module.css';
import { useEntryName } from './ordered-posts.tsx';

interface Props {
  album_id: string;
  entries: readonly AlbumEntry[];
  /** All posts are there, so that their order can be saved. */
  whole: boolean;
}

/** Edit mode: posts are selected in order; all of them are then moved in this order, or taken out. */
export function ChosenPosts({ album_id, entries, whole }: Props) {
  const { t } = useTranslation('content-albums');
  const nameOf = useEntryName();
  const edit = useCall(editAlbumPosts, { tells: true });
  const [selected, setSelected] = useState<readonly string[]>([]);
  const ids = entries.map(({ post_id }) => post_id);
  const chosen = selected.filter((post_id) => ids.includes(post_id));
  const others = ids.filter((post_id) => !chosen.includes(post_id));
  const toggle = (post_id: string) =>
    setSelected(chosen.includes(post_id) ? chosen.filter((one) => one !== post_id) : [...chosen, post_id]);
  const save = (change: { order: string[] } | { remove: string[] }) =>
    edit.mutate({ album_id, ...change }, { onSuccess: () => setSelected([]) });
  const disabled = chosen.length === 0 || edit.isPending;
  return (
    <>
      <Group gap="xs" className={classes.actions}>
        <Text className="hint figures" role="status" flex="1 1 120px">
          {t('choose.selected', { count: chosen.length })}
        </Text>
        <Button
          size="xs"
          variant="default"
          disabled={disabled || !whole}
          onClick={() => save({ order: [...chosen, ...others] })}
        >
          {t('choose.first')}
        </Button>
        <Button
          size="xs"
          variant="default"
          disabled={disabled || !whole}
          onClick={() => save({ order: [...others, ...chosen] })}
        >
          {t('choose.last')}
        </Button>
        <Button size="xs" variant="default" disabled={disabled} onClick={() => save({ remove: [...chosen] })}>
          {t('choose.remove')}
        </Button>
      </Group>
      <ol className={classes.posts}>
        {entries.map((entry) => {
          const number = chosen.indexOf(entry.post_id) + 1;
          return (
            <li key={entry.post_id} className={classes.post}>
              <Checkbox
                checked={number > 0}
                onChange={() => toggle(entry.post_id)}
                label={nameOf(entry)}
                flex={1}
                styles={{ label: { overflowWrap: 'anywhere' } }}
              />
              {number > 0 && <span className={`figures ${classes.number}`}>{number}</span>}
            </li>
          );
        })}
      </ol>
    </>
  );
}
