import { infiniteQueryOptions } from '@tanstack/react-query';
import { listComments, listReplies } from '#services/contract/content/comments.ts';
import { call } from '../../../api/client.ts';

const A_PAGE = 20;

/** The threads of a post, page after page, with the hot ones on the first. */
export const commentsQuery = (post_id: string) =>
  infiniteQueryOptions({
    queryKey: [listComments.path, post_id],
    queryFn: ({ pageParam, signal }) =>
      call(
        listComments,
        { post_id, publish_sn: pageParam, per_page: A_PAGE, hot: pageParam === 0 ? 1 : 0 },
        { signal },
      ),
    initialPageParam: 0,
    getNextPageParam: ({ has_more, list }) => (has_more ? list.at(-1)?.publish_sn : undefined),
    meta: { topics: listComments.reads },
    // No read model changes with a comment: each visit reads them again.
    staleTime: 0,
  });

/** The replies of a thread, page after page. */
export const repliesQuery = (post_id: string, root_comment_id: string) =>
  infiniteQueryOptions({
    queryKey: [listReplies.path, post_id, root_comment_id],
    queryFn: ({ pageParam, signal }) =>
      call(listReplies, { post_id, root_comment_id, publish_sn: pageParam, per_page: A_PAGE }, { signal }),
    initialPageParam: 0,
    getNextPageParam: ({ has_more, list }) => (has_more ? list.at(-1)?.publish_sn : undefined),
    meta: { topics: listReplies.reads },
    staleTime: 0,
  });
