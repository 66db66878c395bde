import { Button, Stack, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Reply, Thread } from '#services/contract/content/comments.ts';
import { CommentItem } from './comment-item.tsx';
import { repliesQuery } from './comment-queries.ts';
import classes from './comments.module.css';

interface Props {
  post_id: string;
  creator_id: string;
  thread: Thread;
  isOpen: boolean;
}

/** A thread with its first three replies, and the further ones on request. A new reply is shown at once. */
export function ThreadPart({ post_id, creator_id, thread, isOpen }: Props) {
  const { t } = useTranslation('content-comments');
  const { comment, root_comment_id, sub_comments, sub_comment_count, sub_comment_has_more } = thread;
  const [isUnfolded, setUnfolded] = useState(false);
  const [written, setWritten] = useState<readonly Reply[]>([]);
  const further = useInfiniteQuery({ ...repliesQuery(post_id, root_comment_id), enabled: isUnfolded });
  const listed = isUnfolded && further.data ? further.data.pages.flatMap(({ list }) => list) : sub_comments;
  const isListed = ({ comment_id }: Reply) => listed.some((one) => one.comment_id === comment_id);
  const shown = [...listed, ...written.filter((one) => !isListed(one))];
  const left = sub_comment_count - shown.length;
  const hasMore = isUnfolded ? further.hasNextPage || further.isPending : sub_comment_has_more;
  const onReply = (reply: Reply) => setWritten((before) => [...before, reply]);
  const unfold = () => (isUnfolded ? void further.fetchNextPage() : setUnfolded(true));
  const replies = (shown.length > 0 || hasMore) && (
    <Stack gap="sm" className={classes.replies}>
      {shown.map((reply) => (
        <CommentItem
          key={reply.comment_id}
          post_id={post_id}
          creator_id={creator_id}
          comment={reply}
          isOpen={isOpen}
          small
          onReply={onReply}
          onDeleted={() =>
            setWritten((before) => before.filter(({ comment_id }) => comment_id !== reply.comment_id))
          }
        />
      ))}
      {hasMore && left > 0 && (
        <Button
          variant="subtle"
          size="compact-sm"
          style={{ alignSelf: 'flex-start' }}
          loading={isUnfolded && further.isFetching}
          onClick={unfold}
        >
          {t('moreReplies', { count: left })}
        </Button>
      )}
    </Stack>
  );
  if (comment === null)
    return (
      <div className={classes.gone}>
        <Text c="dimmed" size="sm">
          {t('gone')}
        </Text>
        {replies}
      </div>
    );
  return (
    <CommentItem
      post_id={post_id}
      creator_id={creator_id}
      comment={comment}
      isOpen={isOpen}
      onReply={onReply}
    >
      {replies}
    </CommentItem>
  );
}
