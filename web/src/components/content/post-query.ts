import { getPost } from '#services/contract/content/posts.ts';
import { queryOf } from '../../api/queries.ts';
import { filesOf } from './post-renewal.ts';

/** A post is read again this often around the time at which it opens, in seconds. */
const SOON_S = 2;
/** Files that are being prepared are asked for this often, in seconds. */
const PREPARED_S = 3;
/** An opening further away is left to the next visit. */
const FAR_S = 6 * 3600;

/** One post. It is read again when what opens it changes: memberships, purchases, its goal, and its time. */
export const postQuery = (post_id: string) => ({
  ...queryOf(
    getPost,
    { post_id },
    {
      // A reader who comes back sees whether the post is still there, and still open.
      staleTime: 0,
      refetchInterval: ({ state: { data } }) => {
        if (data === undefined) return false;
        if (filesOf(data.post).some(({ state }) => state !== 'ready')) return PREPARED_S * 1000;
        if (data.post.has_right || !data.post.opens?.time) return false;
        const left = data.post.opens.time - data.as_of.time;
        return left < FAR_S && Math.max(left, SOON_S) * 1000;
      },
    },
  ),
  meta: { topics: [...getPost.reads, 'goals'] },
});
