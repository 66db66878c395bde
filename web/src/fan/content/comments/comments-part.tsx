import { Divider, Stack, Text, Title } from '@mantine/core';
import { IconMessageCircle } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { POST_STATUS } from '#events/status.ts';
import type { Post } from '#services/contract/content/posts.ts';
import { Collection } from '../../../components/collection.tsx';
import { useLocale } from '../../../language/use-locale.ts';
import { CommentForm } from './comment-form.tsx';
import { commentsQuery } from './comment-queries.ts';
import { ThreadPart } from './thread-part.tsx';
import { waitingComments } from './waiting-comments.ts';

/** Hot threads are shown apart if there are more than these. */
const FEW = 5;

/** The comments of a post, for those who can read it; for others how many there are. */
export default function CommentsPart({ post }: { post: Post }) {
  const { t, formats } = useLocale('content-comments');
  const { post_id, status, has_right, comment_count, user } = post;
  const query = useInfiniteQuery({ ...commentsQuery(post_id), enabled: has_right });
  const total = query.data?.pages[0]?.comment_count ?? comment_count;
  const comments = query.data?.pages[0]?.comments ?? 'open';
  const isOpen = status === POST_STATUS.normal && comments === 'open';
  const heading = useRef<HTMLHeadingElement>(null);
  const isMeant = useLocation({ select: ({ hash }) => hash === 'comments' });
  useEffect(() => {
    if (isMeant) heading.current?.scrollIntoView();
  }, [isMeant]);
  return (
    <Stack component="section" gap="md" aria-labelledby="comments">
      <Divider />
      <Title
        order={2}
        fz="lg"
        id="comments"
        ref={heading}
        className="figures"
        style={{ scrollMarginTop: 80 }}
      >
        {total > 0 ? t('count', { number: formats.number(total) }) : t('title')}
      </Title>
      {!has_right && <Text c="dimmed">{t('locked')}</Text>}
      {comments !== 'open' && <Text c="dimmed">{t(`state.${comments}`)}</Text>}
      {has_right && isOpen && <CommentForm post_id={post_id} />}
      {has_right && comments !== 'off' && (
        <Collection
          query={query}
          waiting={waitingComments(post)}
          gap="lg"
          small
          isEmpty={({ pages }) => pages[0]?.list.length === 0}
          nothing={{
            icon: <IconMessageCircle aria-hidden />,
            title: t('nothing'),
            text: isOpen ? t('nothingText') : undefined,
          }}
          more={query}
        >
          {({ pages }) => {
            const threads = pages.flatMap(({ list }) => list);
            const hot = threads.length > FEW ? (pages[0]?.hot_list ?? []) : [];
            return (
              <>
                {hot.length > 0 && (
                  <Stack gap="lg">
                    <Title order={3} fz="sm">
                      {t('hot')}
                    </Title>
                    {hot.map((thread) => (
                      <ThreadPart
                        key={thread.root_comment_id}
                        post_id={post_id}
                        creator_id={user.user_id}
                        thread={thread}
                        isOpen={isOpen}
                      />
                    ))}
                    <Title order={3} fz="sm">
                      {t('newest')}
                    </Title>
                  </Stack>
                )}
                {threads.map((thread) => (
                  <ThreadPart
                    key={thread.root_comment_id}
                    post_id={post_id}
                    creator_id={user.user_id}
                    thread={thread}
                    isOpen={isOpen}
                  />
                ))}
              </>
            );
          }}
        </Collection>
      )}
    </Stack>
  );
}
