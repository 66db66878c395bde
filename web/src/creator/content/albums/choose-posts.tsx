import { Button, Checkbox, Group, Modal, ScrollArea, Stack, Text, TextInput } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { POST_STATUS } from '#events/status.ts';
import { editAlbumPosts } from '#services/contract/content/albums.ts';
import { listOwnPosts } from '#services/contract/content/post-lists.ts';
import { endlessOf, useCall } from '../../../api/queries.ts';
import { postTitle } from '../../../components/content/post-title.ts';
import { Loaded } from '../../../components/loaded.tsx';
import classes from './album-posts.module.css';

const A_PAGE = 50;

interface Props {
  album_id: string;
  /** Posts that are in the album already. */
  present: readonly string[];
  onClose: () => void;
}

/** Own published posts to choose from in order, with a search in those that are loaded. */
export function ChoosePosts({ album_id, present, onClose }: Props) {
  const { t } = useTranslation(['content-albums', 'shell']);
  const [search, setSearch] = useState('');
  const [chosen, setChosen] = useState<string[]>([]);
  const query = useInfiniteQuery(endlessOf(listOwnPosts, { status: POST_STATUS.normal, per_page: A_PAGE }));
  const edit = useCall(editAlbumPosts, { tells: true });
  const has = new Set(present);
  const text = search.trim().toLowerCase();
  return (
    <Modal opened onClose={onClose} title={t('choose.add')} size="lg">
      <Stack gap="md">
        <TextInput
          label={t('choose.search')}
          value={search}
          onChange={({ currentTarget }) => setSearch(currentTarget.value)}
          data-autofocus
        />
        <Loaded query={query} skeleton={<Text c="dimmed">…</Text>}>
          {({ pages }) => {
            const posts = pages
              .flatMap(({ list }) => list)
              .filter(({ post_id }) => !has.has(post_id))
              .map((post) => ({
                post_id: post.post_id,
                title: postTitle(post),
                text: `${post.title} ${post.content}`,
              }))
              .filter((post) => post.text.toLowerCase().includes(text));
            return (
              <ScrollArea.Autosize mah={360} type="auto">
                <Checkbox.Group value={chosen} onChange={setChosen} label={t('choose.title')}>
                  <Stack gap="sm" mt="xs">
                    {posts.map(({ post_id, title }) => (
                      <Group key={post_id} gap="xs" wrap="nowrap">
                        <Checkbox value={post_id} label={title || t('untitled')} flex={1} />
                        {chosen.includes(post_id) && (
                          <span className={`figures ${classes.number}`}>{chosen.indexOf(post_id) + 1}</span>
                        )}
                      </Group>
                    ))}
                    {posts.length === 0 && <Text c="dimmed">{t('choose.none')}</Text>}
                    {query.hasNextPage && (
                      <Button
                        variant="default"
                        size="xs"
                        loading={query.isFetchingNextPage}
                        onClick={() => void query.fetchNextPage()}
                      >
                        {t('shell:state.more')}
                      </Button>
                    )}
                  </Stack>
                </Checkbox.Group>
              </ScrollArea.Autosize>
            );
          }}
        </Loaded>
        <Group justify="flex-end">
          <Button
            disabled={chosen.length === 0}
            loading={edit.isPending}
            onClick={() => edit.mutate({ album_id, add: chosen }, { onSuccess: onClose })}
          >
            {t('choose.done', { count: chosen.length })}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
