import { infiniteQueryOptions } from '@tanstack/react-query';
import { type FeedFilter, type FeedType, getFeed } from '#services/contract/relations/feed.ts';
import { call } from '../../../api/client.ts';

const A_PAGE = 10;

/** A feed, page after page. It stays as it is while it is read, and on the way back: new posts are announced. */
export const feedQuery = (type: FeedType, filter: FeedFilter) =>
  infiniteQueryOptions({
    queryKey: [getFeed.path, type, filter],
    queryFn: ({ pageParam, signal }) =>
      call(getFeed, { type, filter, publish_sn: pageParam, per_page: A_PAGE }, { signal }),
    initialPageParam: 0,
    getNextPageParam: ({ has_more, list }) => (has_more ? list.at(-1)?.publish_sn : undefined),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  });
