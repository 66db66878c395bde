import type { Post } from '#services/contract/content/posts.ts';
import { shareWords } from '#services/contract/content/share-words.ts';
import type { Shared } from '../../components/share/share-targets.ts';

/** A post as others see it: without text that is not for everybody. */
export function sharedPost(post: Post): Shared {
  const { title, description } = shareWords(post);
  const picture = post.cover?.url || (post.is_public ? (post.pics[0]?.url ?? '') : '');
  return { path: `/p/${post.post_id}`, title: title || post.user.name, text: description, picture };
}
