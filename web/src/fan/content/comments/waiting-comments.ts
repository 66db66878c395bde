import type { Post } from '#services/contract/content/posts.ts';

const [FEWEST, MOST] = [2, 6];
/** Of a comment, and of the heading with the form, in px. */
const ROW = 88;
const ABOVE = 160;
const GAP = 20;

/** Rows in the place of a post's comments while they load. What is below them does not move far, or is not seen. */
export const waitingComments = ({ comment_count }: Pick<Post, 'comment_count'>) => ({
  count: Math.min(Math.max(FEWEST, comment_count), MOST),
  height: ROW,
});

/** The place of all of it while its program loads, in px. */
export function heightOfComments(post: Pick<Post, 'has_right' | 'comment_count'>): number {
  return ABOVE + (post.has_right ? waitingComments(post).count * (ROW + GAP) : 0);
}
