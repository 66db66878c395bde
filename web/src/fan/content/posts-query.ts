import { infiniteQueryOptions } from '@tanstack/react-query';
import { listPosts } from '#services/contract/content/post-lists.ts';
import { call } from '../../api/client.ts';

const A_PAGE = 10;

/**
 * A creator's posts, pinned ones first, then the newest; page after page by their place.
 * @param readable only what the visitor can read
 */
export const postsQuery = (user_id: string, readable = false) =>
  infiniteQueryOptions({
    queryKey: [listPosts.path, 'endless', user_id, readable],
    queryFn: ({ pageParam, signal }) =>
      call(listPosts, { user_id, publish_sn: pageParam, per_page: A_PAGE, readable }, { signal }),
    initialPageParam: 0,
    // The last one is the oldest, also on the first page.
    getNextPageParam: ({ has_more, list }) => (has_more ? list.at(-1)?.publish_sn : undefined),
    meta: { topics: listPosts.reads },
  });
