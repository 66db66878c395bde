import type { UserId } from '#events/ids.ts';
import { POST_STATUS } from '#events/status.ts';
import { type PostFound, postById } from '#read-models/content/queries.ts';
import type { AsOf } from '#read-models/engine/as-of.ts';
import type { Dependencies } from '#services/api/http/dependencies.ts';
import type { CommentsState } from '#services/contract/content/comments.ts';
import { type ApiRefusal, notFound } from '../../http/refusals.ts';
import { isFoundBy } from '../post-detail.ts';
import { type PostViewer, postViewer } from '../post-viewer.ts';
import { commentsStateOf } from './comments-state.ts';

interface CommentedPost {
  post: PostFound;
  viewer: PostViewer;
  comments: CommentsState;
  as_of: AsOf;
}

/** The post for somebody who may read its text, and so its comments; otherwise why not. */
export async function commentedPost(
  deps: Pick<Dependencies, 'accounts' | 'blocks' | 'clock' | 'pool'>,
  post_id: string,
  user: UserId | undefined,
): Promise<CommentedPost | ApiRefusal> {
  const { rows, as_of } = await postById(deps.pool, { post_id, viewer: user ?? '', at: deps.clock.now() });
  const [post] = rows;
  if (post === undefined) return notFound;
  if (post.status === POST_STATUS.deleted) return { code: 'post_deleted' };
  const viewer = await postViewer(deps, post.creator_id, user);
  const isFound = isFoundBy(post, viewer) && (await deps.accounts.profiles.byId(post.creator_id));
  if (!isFound) return notFound;
  if (!post.has_right && !viewer.author) return { code: 'not_allowed' };
  return { post, viewer, comments: await commentsStateOf(deps, post.creator_id, user), as_of };
}
