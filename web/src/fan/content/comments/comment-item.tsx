import { Badge, Button, Group, Menu, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconFlag, IconHeart, IconHeartFilled, IconTrash } from '@tabler/icons-react';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import {
  deleteComment,
  likeComment,
  type Reply,
  reportComment,
  unlikeComment,
} from '#services/contract/content/comments.ts';
import { useCall } from '../../../api/queries.ts';
import { useProfile } from '../../../app/session.ts';
import { useConfirm } from '../../../components/confirm.tsx';
import { DotsMenu } from '../../../components/dots-menu.tsx';
import { AnchorLink } from '../../../components/links.tsx';
import { PersonPicture } from '../../../components/pictures/person-picture.tsx';
import { useLocale } from '../../../language/use-locale.ts';
import { BlockItems } from '../../relations/blocks/block-items.tsx';
import { CommentForm } from './comment-form.tsx';
import classes from './comments.module.css';
import { mentionParts } from './mentions.ts';

interface Props {
  post_id: string;
  /** Whose the post is. */
  creator_id: string;
  comment: Reply;
  /** Its post takes comments. */
  isOpen: boolean;
  /** A reply is smaller. */
  small?: boolean;
  onReply: (reply: Reply) => void;
  onDeleted?: () => void;
  /** Its replies. */
  children?: ReactNode;
}

/** A comment with what can be done with it. Its text is plain: addresses are no links, only people are. */
export function CommentItem({
  post_id,
  creator_id,
  comment,
  isOpen,
  small = false,
  onReply,
  onDeleted,
  children,
}: Props) {
  const { t, formats } = useLocale('content-comments');
  const { comment_id, content, mentions, user, like_count, has_like, create_time } = comment;
  const { is_show_reply, reply_user, reply_content, can_delete, report_count } = comment;
  const [replying, setReplying] = useState(false);
  const profile = useProfile();
  const navigate = useNavigate();
  const back = useLocation({ select: ({ href }) => href });
  const like = useCall(likeComment);
  const unlike = useCall(unlikeComment);
  const remove = useCall(deleteComment);
  const report = useCall(reportComment);
  const { confirm, dialog } = useConfirm();
  const signedIn = (act: () => void) => () =>
    profile === null ? void navigate({ to: '/login', search: { back } }) : act();
  const toggle = signedIn(() => (has_like ? unlike : like).mutate({ comment_id }));
  const askRemove = () =>
    confirm({
      text: t('deleteAsk'),
      yes: t('delete'),
      onYes: () => remove.mutate({ comment_id }, { onSuccess: () => onDeleted?.() }),
    });
  const askReport = () =>
    confirm({
      text: t('reportAsk'),
      yes: t('report'),
      harmless: true,
      onYes: () =>
        report.mutate(
          { comment_id },
          { onSuccess: () => notifications.show({ color: 'green', message: t('reported') }) },
        ),
    });
  // Its name begins with what is seen of it.
  const likeLabel = t(has_like ? 'unlikeOf' : 'likeOf', { name: user.name });
  const isOwn = profile?.user.user_id === user.user_id;
  return (
    <article className={classes.comment} aria-label={t('commentOf', { name: user.name })}>
      <PersonPicture name={user.name} src={user.avatar} seed={user.user_id} size={small ? 28 : 36} />
      <Stack gap={4} className={classes.body}>
        <Group gap={8} wrap="nowrap" justify="space-between" align="flex-start">
          <Group gap={8} style={{ minWidth: 0, rowGap: 2 }}>
            <AnchorLink
              to="/u/$userId"
              params={{ userId: user.user_id }}
              c="inherit"
              fw={600}
              size="sm"
              className={classes.name ?? ''}
            >
              {user.name}
            </AnchorLink>
            {comment.is_creator && <Badge size="sm">{t('creator')}</Badge>}
            {comment.is_member && (
              <Badge size="sm" color="gray">
                {t('member')}
              </Badge>
            )}
            <Text component="span" className="hint figures" size="xs">
              {formats.shortTime(create_time)}
            </Text>
            {report_count !== null && report_count > 0 && (
              <Badge size="sm" color="orange">
                {t('reports', { count: report_count })}
              </Badge>
            )}
          </Group>
          {profile && (can_delete || !isOwn) && (
            <DotsMenu label={t('menuOf', { name: user.name })} busy={remove.isPending || report.isPending}>
              {!isOwn && (
                <Menu.Item leftSection={<IconFlag size={18} aria-hidden />} onClick={askReport}>
                  {t('report')}
                </Menu.Item>
              )}
              {!isOwn && (
                <BlockItems
                  user_id={user.user_id}
                  name={user.name}
                  canReject={profile.user.user_id === creator_id}
                  confirm={confirm}
                />
              )}
              {can_delete && (
                <Menu.Item color="red" leftSection={<IconTrash size={18} aria-hidden />} onClick={askRemove}>
                  {t('delete')}
                </Menu.Item>
              )}
            </DotsMenu>
          )}
        </Group>
        {is_show_reply && (
          <Text size="sm" c="dimmed" lineClamp={1} className={classes.quote}>
            {t('quote', { name: reply_user, text: reply_content })}
          </Text>
        )}
        <Text className={classes.text}>
          {mentionParts({ text: content, mentions }).map(({ text, user_id: mentioned, offset }) =>
            mentioned === undefined ? (
              text
            ) : (
              <AnchorLink key={offset} to="/u/$userId" params={{ userId: mentioned }} fw={600}>
                {text}
              </AnchorLink>
            ),
          )}
        </Text>
        <Group gap={4} ml={-8}>
          <Button
            variant="subtle"
            color="gray"
            size="compact-sm"
            className="figures"
            leftSection={
              has_like ? <IconHeartFilled size={16} aria-hidden /> : <IconHeart size={16} aria-hidden />
            }
            aria-label={like_count > 0 ? `${formats.number(like_count)} ${likeLabel}` : likeLabel}
            loading={like.isPending || unlike.isPending}
            onClick={toggle}
          >
            {like_count > 0 ? formats.number(like_count) : t('like')}
          </Button>
          {isOpen && (
            <Button
              variant="subtle"
              color="gray"
              size="compact-sm"
              aria-label={t('replyTo', { name: user.name })}
              aria-expanded={replying}
              onClick={signedIn(() => setReplying(!replying))}
            >
              {t('reply')}
            </Button>
          )}
        </Group>
        {replying && (
          <CommentForm
            post_id={post_id}
            to={comment}
            onDone={(reply) => {
              setReplying(false);
              onReply(reply);
            }}
            onClose={() => setReplying(false)}
          />
        )}
        {children}
        {dialog}
      </Stack>
    </article>
  );
}
