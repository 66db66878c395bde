import { IconHeart, IconHeartFilled } from '@tabler/icons-react';
import type { Post } from '#services/contract/content/posts.ts';
import { likePost, unlikePost } from '#services/contract/relations/likes.ts';
import { useCall } from '../../api/queries.ts';
import { postTitle } from '../../components/content/post-title.ts';
import { useLocale } from '../../language/use-locale.ts';
import { MarkToggle } from './mark-toggle.tsx';

/** Likes a post, and ends that; with the number of people who do. Only readers can begin. */
export function LikeButton({ post, small = false }: { post: Post; small?: boolean }) {
  const { t, formats } = useLocale('relations');
  const { post_id, has_like, like_count, has_right } = post;
  const title = postTitle(post);
  const like = useCall(likePost);
  const unlike = useCall(unlikePost);
  const number = formats.number(like_count);
  const shown = like_count > 0 ? number : undefined;
  const words = { title, count: like_count, number };
  return (
    <MarkToggle
      {...(small && { size: 'xs' })}
      isMarked={has_like}
      words={{ on: shown ?? t('liked'), off: shown ?? t('like') }}
      labels={{ on: t('likedOf', words), off: t('likeOf', words) }}
      icons={{
        on: <IconHeartFilled size={18} color="var(--mantine-color-red-6)" aria-hidden />,
        off: <IconHeart size={18} aria-hidden />,
      }}
      disabled={!has_right && !has_like}
      loading={like.isPending || unlike.isPending}
      onToggle={(liked) => (liked ? like : unlike).mutate({ post_id })}
    />
  );
}
