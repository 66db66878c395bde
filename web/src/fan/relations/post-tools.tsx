import type { Post } from '#services/contract/content/posts.ts';
import { useProfile } from '../../app/session.ts';
import { CollectButton } from './collect-button.tsx';
import { LikeButton } from './like-button.tsx';

/** Likes a post of a list, and collects one of another creator. */
export function PostTools({ post }: { post: Post }) {
  const own = useProfile()?.user.user_id;
  return (
    <>
      <LikeButton post={post} small />
      {post.user.user_id !== own && <CollectButton post={post} small />}
    </>
  );
}
