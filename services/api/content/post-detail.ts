import { POST_STATUS } from '#events/status.ts';
import type { PostFound } from '#read-models/content/queries.ts';
import type { Dependencies } from '#services/api/http/dependencies.ts';
import type { Post } from '#services/contract/content/posts.ts';
import { type PostParts, postAnswers } from './post-answer.ts';
import { shownWays } from './post-offers.ts';
import type { PostViewer } from './post-viewer.ts';
import { waysToRead } from './post-ways.ts';

/** Whether the page of the post exists for this viewer. */
export const isFoundBy = (
  { status, audience, has_right }: PostFound,
  { author, hidden }: PostViewer,
): boolean =>
  author || (hidden !== true && status === POST_STATUS.normal && (audience !== 'self' || has_right));

/** A post as its page shows it, without the number of its readers. */
export async function postDetail(
  parts: PostParts & Pick<Dependencies, 'albumTexts'>,
  post: PostFound,
  viewer: PostViewer,
): Promise<Post | undefined> {
  const { creator_id } = post;
  const waysTo = await waysToRead(parts, [post], viewer.viewer);
  const [[shown], ways] = await Promise.all([
    postAnswers(parts, creator_id, [post], viewer, waysTo),
    shownWays(parts, waysTo(post), viewer.at),
  ]);
  return shown && { ...shown, ...ways };
}
