import { Stack, Text } from '@mantine/core';
import { IconNews } from '@tabler/icons-react';
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { DataOf } from '#services/contract/endpoint.ts';
import { getRecList } from '#services/contract/relations/feed.ts';
import { call } from '../../../api/client.ts';
import { Collection } from '../../../components/collection.tsx';
import { PostCard } from '../../content/post-card.tsx';
import { PostTools } from '../../relations/post-tools.tsx';
import classes from './explore.module.css';

const A_PAGE = 10;

type Page = DataOf<typeof getRecList>;

/** Where the next page begins: at the last post of this one, with its key. */
const after = ({ has_more, list, publish_sn_key }: Page) => {
  const last = list.at(-1);
  return has_more && last ? { lastRank: last.rank, publish_sn: last.publish_sn, publish_sn_key } : undefined;
};

/** Stays as it is while it is read, and on the way back. */
const hotQuery = infiniteQueryOptions({
  queryKey: [getRecList.path, 'endless'],
  queryFn: ({ pageParam, signal }) => call(getRecList, { ...pageParam, per_page: A_PAGE }, { signal }),
  initialPageParam: { lastRank: 0, publish_sn: 0, publish_sn_key: '' },
  getNextPageParam: after,
  staleTime: 60_000,
  refetchOnWindowFocus: false,
});

/** Posts for everybody, the hottest first. A score may fall while pages are read, so each post is shown once. */
export function HotPosts() {
  const { t } = useTranslation(['catalog-creators', 'relations-feed']);
  const query = useInfiniteQuery(hotQuery);
  return (
    <Stack gap="md" className={classes.list}>
      <Collection
        query={query}
        waiting={{ count: 3, height: 220 }}
        gap="md"
        isEmpty={({ pages }) => pages[0]?.list.length === 0}
        nothing={{
          icon: <IconNews aria-hidden />,
          title: t('explore.noPosts'),
          text: t('explore.noPostsText'),
        }}
        more={query}
      >
        {({ pages }) =>
          [...new Map(pages.flatMap(({ list }) => list.map((post) => [post.post_id, post]))).values()].map(
            (post) => <PostCard key={post.post_id} post={post} hasAuthor tools={<PostTools post={post} />} />,
          )
        }
      </Collection>
      {query.data && !query.hasNextPage && (query.data.pages[0]?.list.length ?? 0) > 0 && (
        <Text className="hint" ta="center" py="md">
          {t('relations-feed:end')}
        </Text>
      )}
    </Stack>
  );
}
