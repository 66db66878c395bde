import { Badge, Container, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { IconNotesOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense } from 'react';
import { POST_STATUS, POST_TYPE } from '#events/status.ts';
import type { Post } from '#services/contract/content/posts.ts';
import { shareWords } from '#services/contract/content/share-words.ts';
import { EC, isRefusal } from '../../api/refusal.ts';
import { untilLoaded } from '../../app/load-part.ts';
import { BRAND } from '../../app/palette.ts';
import { CreatorTheme } from '../../components/catalog/creator-theme.tsx';
import { personQuery } from '../../components/catalog/person-queries.ts';
import { postQuery } from '../../components/content/post-query.ts';
import { postTitle } from '../../components/content/post-title.ts';
import { DeadEnd } from '../../components/dead-end.tsx';
import { useFollowCreator } from '../../components/goals/follow-creator.ts';
import { AnchorLink, ButtonLink } from '../../components/links.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { PersonPicture } from '../../components/pictures/person-picture.tsx';
import { ShareButton } from '../../components/share/share-button.tsx';
import { useLocale } from '../../language/use-locale.ts';
import { usePageTitle } from '../../shell/page-title.ts';
import { NotFound } from '../../shell/whole-page.tsx';
import { CopyGuard } from '../catalog/copy-guard.tsx';
import { LazyPersonMenu } from '../relations/blocks/lazy-person-menu.tsx';
import { CollectButton } from '../relations/collect-button.tsx';
import { LikeButton } from '../relations/like-button.tsx';
import { heightOfComments } from './comments/waiting-comments.ts';
import { CreatorAside } from './creator-aside.tsx';
import { usePageDescription } from './page-description.ts';
import { PostBody } from './post-body.tsx';
import classes from './post-page.module.css';
import { sharedPost } from './shared-post.ts';

// Readers never load the actions of a creator.
const OwnerPart = lazy(() => untilLoaded(() => import('./owner-part.tsx')));

// The text is there first.
const PostBeside = lazy(() => untilLoaded(() => import('./post-beside.tsx')));
const PostOffers = lazy(() => untilLoaded(() => import('./post-offers.tsx')));

// Below the text.
const CommentsPart = lazy(() => untilLoaded(() => import('./comments/comments-part.tsx')));

// Most posts are for everybody.
const WhyLink = lazy(() =>
  untilLoaded(() => import('./own-access.tsx')).then(({ WhyLink }) => ({ default: WhyLink })),
);

/** /p/{post_id}: a post, or what unlocks it, with its creator beside it. */
export function PostPage({ postId, above }: { postId: string; above?: ReactNode }) {
  const query = useQuery(postQuery(postId));
  const post = query.data?.post;
  const creator = useQuery(personQuery(post?.user.user_id));
  usePageTitle(post && (post.share_title || postTitle(post)));
  usePageDescription(post ? shareWords(post).description : '');
  // A goal that opens the post moves with the payments of others.
  useFollowCreator(
    post?.has_right === false && post.opens?.goal_percent != null ? post.user.user_id : undefined,
  );
  if (isRefusal(query.error, EC.postDeleted)) return <Deleted />;
  if (isRefusal(query.error, EC.notFound, EC.badInput)) return <NotFound />;
  return (
    <CreatorTheme color={creator.data?.creator?.theme_color ?? BRAND}>
      <CopyGuard creator={creator.data?.creator ?? null}>
        <Container size={1040} py={{ base: 'md', sm: 'xl' }}>
          <Loaded query={query} skeleton={<Waiting />}>
            {({ post: shown }) => (
              <div className={classes.columns}>
                <article className={classes.post}>
                  {above}
                  <Stack gap="lg">
                    <Head post={shown} />
                    {shown.can_edit && (
                      <Suspense fallback={<Skeleton height={96} radius="lg" />}>
                        <OwnerPart post={shown} />
                      </Suspense>
                    )}
                    <PostBody post={shown} can_copy={creator.data?.creator?.can_copy_text ?? true} />
                    {shown.has_right && !shown.is_public && !shown.can_edit && (
                      <Suspense fallback={<Skeleton height={20} width={140} />}>
                        <WhyLink post_id={shown.post_id} />
                      </Suspense>
                    )}
                    {shown.status === POST_STATUS.normal && (
                      <Group>
                        <LikeButton post={shown} />
                        <CollectButton post={shown} />
                        <ShareButton shared={sharedPost(shown)} />
                        <LazyPersonMenu
                          user_id={shown.user.user_id}
                          name={shown.user.name}
                          post_id={shown.post_id}
                        />
                      </Group>
                    )}
                    {(shown.has_right || shown.comment_count > 0) && (
                      <Suspense fallback={<Skeleton height={heightOfComments(shown)} radius="lg" />}>
                        <CommentsPart post={shown} />
                      </Suspense>
                    )}
                  </Stack>
                </article>
                <Stack gap="md" className={classes.aside}>
                  <CreatorAside post={shown} creator={creator.data} />
                  <Suspense>
                    <PostBeside post={shown} isInAlbum={above !== undefined} />
                  </Suspense>
                </Stack>
              </div>
            )}
          </Loaded>
          {post?.can_edit === false && creator.data?.url_slug && (
            <Suspense>
              <PostOffers creator={creator.data} />
            </Suspense>
          )}
        </Container>
      </CopyGuard>
    </CreatorTheme>
  );
}

function Head({ post }: { post: Post }) {
  const { t, formats } = useLocale('content');
  const { user, title, type, status, publish_time, edit_time, user_top, minutes } = post;
  const time = status === POST_STATUS.draft || publish_time === 0 ? edit_time : publish_time;
  const isEdited = status === POST_STATUS.normal && edit_time > publish_time;
  return (
    <Stack gap="md">
      {title !== '' && (
        <Title order={1} fz={{ base: 24, sm: 32 }} style={{ overflowWrap: 'anywhere' }}>
          {title}
        </Title>
      )}
      <Group gap="sm" wrap="nowrap">
        <PersonPicture name={user.name} src={user.avatar} seed={user.user_id} size={44} />
        <div style={{ minWidth: 0, flex: 1 }}>
          <Text
            component={title === '' ? 'h1' : 'div'}
            fw={650}
            m={0}
            fz="md"
            style={{ overflowWrap: 'anywhere' }}
          >
            <AnchorLink to="/u/$userId" params={{ userId: user.user_id }} c="inherit" inherit>
              {user.name}
            </AnchorLink>
          </Text>
          <Text className="hint figures">
            {formats.dateTime(time)}
            {isEdited && ` · ${t('edited', { time: formats.shortTime(edit_time) })}`}
            {type === POST_TYPE.article && minutes > 0 && ` · ${t('page.minutes', { count: minutes })}`}
          </Text>
        </div>
        {user_top && <Badge color="gray">{t('pinned')}</Badge>}
      </Group>
    </Stack>
  );
}

const Waiting = () => (
  <div className={classes.columns}>
    <Stack gap="lg">
      <Group gap="sm" wrap="nowrap">
        <Skeleton circle height={44} />
        <Stack gap={8} flex={1}>
          <Skeleton height={16} width="30%" />
          <Skeleton height={14} width="45%" />
        </Stack>
      </Group>
      <Stack gap="sm">
        {['100%', '96%', '92%', '98%', '60%'].map((width) => (
          <Skeleton key={width} height={18} width={width} />
        ))}
      </Stack>
    </Stack>
    <Skeleton height={200} radius="lg" />
  </div>
);

function Deleted() {
  const { t } = useLocale(['content', 'shell']);
  usePageTitle(t('page.none'));
  return (
    <DeadEnd icon={<IconNotesOff aria-hidden />} title={t('page.none')} text={t('page.noneText')}>
      <ButtonLink to="/explore">{t('shell:nav.explore')}</ButtonLink>
    </DeadEnd>
  );
}
