import { IconBookmark, IconBookmarkFilled } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Post } from '#services/contract/content/posts.ts';
import { markPost, unmarkPost } from '#services/contract/relations/marks.ts';
import { useCall } from '../../api/queries.ts';
import { postTitle } from '../../components/content/post-title.ts';
import { MarkToggle } from './mark-toggle.tsx';

/** Collects a post, and takes it out of the collection. */
export function CollectButton({ post, small = false }: { post: Post; small?: boolean }) {
  const { t } = useTranslation('relations');
  const { post_id, has_mark } = post;
  const title = postTitle(post);
  const collect = useCall(markPost, { tells: true });
  const remove = useCall(unmarkPost, { tells: true });
  return (
    <MarkToggle
      {...(small && { size: 'xs' })}
      isMarked={has_mark}
      words={{ on: t('collected'), off: t('collect') }}
      labels={{ on: t('collectedOf', { title }), off: t('collectOf', { title }) }}
      icons={{
        on: <IconBookmarkFilled size={18} aria-hidden />,
        off: <IconBookmark size={18} aria-hidden />,
      }}
      loading={collect.isPending || remove.isPending}
      onToggle={(marked) => (marked ? collect : remove).mutate({ post_id })}
    />
  );
}
