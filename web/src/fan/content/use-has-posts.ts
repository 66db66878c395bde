import { useInfiniteQuery } from '@tanstack/react-query';
import { postsQuery } from './posts-query.ts';

/** Whether a creator has posts; undefined while that is not known. Without an answer the page does without them. */
export function useHasPosts(user_id: string): boolean | undefined {
  const { data, isError } = useInfiniteQuery(postsQuery(user_id));
  return data === undefined ? (isError ? false : undefined) : data.pages.some(({ list }) => list.length > 0);
}
