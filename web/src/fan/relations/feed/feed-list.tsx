import { Stack, Text } from '@mantine/core';
import { IconNews } from '@tabler/icons-react';
import { type InfiniteData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { DataOf } from '#services/contract/endpoint.ts';
import type { FeedFilter, FeedType, getFeed } from '#services/contract/relations/feed.ts';
import { Collection } from '../../../components/collection.tsx';
import { ButtonLink } from '../../../components/links.tsx';
import { PostCard } from '../../content/post-card.tsx';
import { PostTools } from '../post-tools.tsx';
import { useSeePosts } from '../use-see-posts.ts';
import { feedQuery } from './feed-query.ts';
import { NewPosts } from './new-posts.tsx';
import { RecommendedPosts } from './recommended-posts.tsx';

type Pages = InfiniteData<DataOf<typeof getFeed>>;

/** The posts of a feed, to its end. */
export function FeedList({ type, filter }: { type: FeedType; filter: FeedFilter }) {
  const { t } = useTranslation('relations-feed');
  const client = useQueryClient();
  const options = feedQuery(type, filter);
  const query = useInfiniteQuery(options);
  const newest = query.data?.pages[0]?.list[0]?.publish_sn;
  // With a filter newer posts of other kinds were not seen.
  useSeePosts(type === 'my' && filter === 'all' ? newest : undefined);
  const showNew = () => {
    // Only the first page is requested again.
    client.setQueryData<Pages>(
      options.queryKey,
      (old) => old && { pages: old.pages.slice(0, 1), pageParams: old.pageParams.slice(0, 1) },
    );
    void query.refetch();
    window.scrollTo({ top: 0 });
  };
  return (
    <Stack gap="md">
      {newest !== undefined && filter === 'all' && <NewPosts type={type} newest={newest} onShow={showNew} />}
      <Collection
        query={query}
        waiting={{ count: 3, height: 220 }}
        gap="md"
        isEmpty={({ pages }) => pages[0]?.list.length === 0}
        nothing={{
          icon: <IconNews aria-hidden />,
          title: t(filter === 'all' ? `empty.${type}` : 'empty.filtered'),
          text: filter === 'all' ? t(`empty.${type}Text`) : undefined,
          action: filter === 'all' && <ButtonLink to="/explore">{t('findCreators')}</ButtonLink>,
        }}
        more={query}
      >
        {({ pages }) =>
          pages
            .flatMap(({ list }) => list)
            .map((post) => (
              <PostCard key={post.post_id} post={post} hasAuthor tools={<PostTools post={post} />} />
            ))
        }
      </Collection>
      {type === 'my' && filter === 'all' && query.data && newest === undefined && <RecommendedPosts />}
      {query.data && !query.hasNextPage && newest !== undefined && (
        <Text className="hint" ta="center" py="md">
          {t('end')}
        </Text>
      )}
    </Stack>
  );
}
