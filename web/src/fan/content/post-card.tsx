import { Badge, Group, Paper, Skeleton, Stack, Text, Title } from '@mantine/core';
import { IconLock, IconMessageCircle, IconPin } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense } from 'react';
import { POST_TYPE } from '#events/status.ts';
import type { Post } from '#services/contract/content/posts.ts';
import { untilLoaded } from '../../app/load-part.ts';
import { useProfile, useStudioCreatorId } from '../../app/session.ts';
import cardClasses from '../../components/catalog/creator-card.module.css';
import { useAccessWords } from '../../components/content/access/access-words.ts';
import { CardFiles } from '../../components/content/card-files.tsx';
import { postTitle } from '../../components/content/post-title.ts';
import { LazyVote } from '../../components/content/votes/lazy-vote.tsx';
import { ButtonLink } from '../../components/links.tsx';
import { Name } from '../../components/name.tsx';
import { PersonPicture } from '../../components/pictures/person-picture.tsx';
import { ShareButton } from '../../components/share/share-button.tsx';
import { useLocale } from '../../language/use-locale.ts';
import { LazyPersonMenu } from '../relations/blocks/lazy-person-menu.tsx';
import classes from './post-card.module.css';
import { sharedPost } from './shared-post.ts';

const LINES = 4;

const PostMenu = lazy(() =>
  untilLoaded(() => import('../../components/content/post-menu.tsx')).then(({ PostMenu }) => ({
    default: PostMenu,
  })),
);

interface Props {
  post: Post;
  /** The list has posts of several creators. */
  hasAuthor?: boolean;
  /** What can be done with it, below it. */
  tools?: ReactNode;
}

/** A post in a list: its title and beginning, or the teaser and who can read it. The whole card leads to it. */
export function PostCard({ post, hasAuthor = false, tools }: Props) {
  const { t, formats } = useLocale('content');
  const words = useAccessWords();
  const isStudio = useStudioCreatorId() === post.user.user_id;
  const own = useProfile()?.user.user_id;
  const isOfOther = hasAuthor && own !== undefined && own !== post.user.user_id;
  const { post_id, title, type, content, preview_text, has_right, publish_time, user_top, can_edit } = post;
  const { comment_count, min_price } = post;
  const hasMenu = (can_edit && isStudio) || isOfOther;
  // Blank lines would leave little of it, and an ellipsis alone on its line.
  const beginning = (has_right ? content : preview_text).replace(/\n\s*\n/g, '\n');
  const isOpen = post.is_public || post.audience === 'all';
  const time = formats.shortTime(publish_time);
  // Its name begins with what is seen of it.
  const label = title === '' ? `${time} ${postTitle(post)}`.trim() : title;
  const link = (
    <Link to="/p/$postId" params={{ postId: post_id }} className={cardClasses.name} aria-label={label}>
      {title === '' ? time : title}
    </Link>
  );
  return (
    <Paper withBorder component="article" className={cardClasses.card} p={{ base: 'md', sm: 'lg' }}>
      <Stack gap="xs" className={hasMenu ? classes.underMenu : undefined}>
        {hasAuthor && <Author user={post.user} />}
        {title !== '' && (
          <Title order={3} style={{ overflowWrap: 'anywhere' }}>
            {link}
          </Title>
        )}
        <Group gap="xs">
          {user_top && (
            <Badge color="gray" leftSection={<IconPin size={12} aria-hidden />}>
              {t('pinned')}
            </Badge>
          )}
          {type === POST_TYPE.article && <Badge color="gray">{t('article')}</Badge>}
          {!isOpen && (
            <Badge
              leftSection={has_right ? undefined : <IconLock size={12} aria-hidden />}
              className={classes.badge}
            >
              {words.readableBy(post)}
            </Badge>
          )}
          <Text component="span" className="hint figures">
            {title === '' ? link : time}
          </Text>
        </Group>
        {beginning !== '' && (
          <Text lineClamp={LINES} className={classes.text}>
            {beginning}
          </Text>
        )}
        <CardFiles post={post} />
        {!has_right && min_price !== '' && (
          <Text fw={600} className="figures">
            {t('unlockFrom', { price: formats.money(min_price) })}
          </Text>
        )}
        {post.vote && (
          <div className={classes.menu}>
            <LazyVote post={post} />
          </div>
        )}
        <Group gap="sm" className={classes.menu} w="fit-content">
          {tools}
          {(has_right || comment_count > 0) && (
            <ButtonLink
              to="/p/$postId"
              params={{ postId: post_id }}
              hash="comments"
              size="xs"
              variant="default"
              leftSection={<IconMessageCircle size={18} aria-hidden />}
              aria-label={
                comment_count > 0
                  ? t('commentsOf', { count: comment_count, title: postTitle(post) })
                  : t('commentOn', { title: postTitle(post) })
              }
            >
              {comment_count > 0 ? formats.number(comment_count) : t('comment')}
            </ButtonLink>
          )}
          {!post.self_only && <ShareButton shared={sharedPost(post)} compact />}
        </Group>
      </Stack>
      {hasMenu && (
        <div className={classes.corner}>
          {can_edit && isStudio ? (
            <Suspense fallback={<Skeleton circle height={36} />}>
              <PostMenu post={post} />
            </Suspense>
          ) : (
            <LazyPersonMenu user_id={post.user.user_id} name={post.user.name} post_id={post_id} />
          )}
        </div>
      )}
    </Paper>
  );
}

const Author = ({ user: { user_id, name, avatar } }: Pick<Post, 'user'>) => (
  <Group gap="xs" wrap="nowrap">
    <PersonPicture name={name} src={avatar} seed={user_id} size={32} />
    <Link to="/u/$userId" params={{ userId: user_id }} className={`${classes.menu} ${classes.author}`}>
      <Name fw={600}>{name}</Name>
    </Link>
  </Group>
);
