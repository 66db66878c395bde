import { POST_TYPE } from '#events/status.ts';
import type { Post } from '#services/contract/content/posts.ts';

/** The page that edits a post. */
export const editorOf = ({ type }: Pick<Post, 'type'>) =>
  type === POST_TYPE.article ? '/edit/article' : '/compose';
