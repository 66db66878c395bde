import { Button } from '@mantine/core';
import { IconBookmark, IconBookmarkOff } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import {
  listMarkedPosts,
  type MarkedPost,
  markPost,
  unmarkPost,
} from '#services/contract/relations/marks.ts';
import { useCall } from '../../api/queries.ts';
import { Collection } from '../../components/collection.tsx';
import { postTitle } from '../../components/content/post-title.ts';
import { ButtonLink } from '../../components/links.tsx';
import { PostCard } from '../content/post-card.tsx';
import { MarksFrame, marksQuery } from './marks-frame.tsx';
import { Removable } from './removable.tsx';

/** /dashboard/mark-post: the posts that the person has collected. */
export function MarkPostsPage() {
  const { t } = useTranslation('relations');
  const query = useInfiniteQuery(marksQuery(listMarkedPosts));
  return (
    <MarksFrame here="posts">
      <Collection
        query={query}
        waiting={{ count: 3, height: 190 }}
        gap="md"
        isEmpty={({ pages }) => pages[0]?.list.length === 0}
        nothing={{
          icon: <IconBookmark aria-hidden />,
          title: t('noPosts'),
          text: t('noPostsText'),
          action: <ButtonLink to="/explore">{t('explore')}</ButtonLink>,
        }}
        more={query}
      >
        {({ pages }) =>
          pages.flatMap(({ list }) => list).map((post) => <PostRow key={post.post_id} post={post} />)
        }
      </Collection>
    </MarksFrame>
  );
}

function PostRow({ post }: { post: MarkedPost }) {
  const { t } = useTranslation('relations');
  const { post_id, user } = post;
  const title = postTitle(post) || user.name;
  // What was removed stays on the page, so that it can come back.
  const collect = useCall(markPost, { refresh: false });
  const remove = useCall(unmarkPost, { refresh: false });
  return (
    <Removable
      name={title}
      busy={collect.isPending}
      onChange={(undo, onSuccess) => (undo ? collect : remove).mutate({ post_id }, { onSuccess })}
    >
      {(onRemove) => (
        <PostCard
          post={post}
          hasAuthor
          tools={
            <Button
              variant="subtle"
              color="gray"
              size="xs"
              loading={remove.isPending}
              leftSection={<IconBookmarkOff size={16} aria-hidden />}
              aria-label={t('removeOf', { title })}
              onClick={onRemove}
            >
              {t('remove')}
            </Button>
          }
        />
      )}
    </Removable>
  );
}
