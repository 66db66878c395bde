import { Button, Group, SegmentedControl, Skeleton, Stack, Title } from '@mantine/core';
import { IconArrowLeft, IconNotes } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { untilLoaded } from '../../app/load-part.ts';
import { useProfile } from '../../app/session.ts';
import { Collection } from '../../components/collection.tsx';
import { WordsField } from '../../components/forms/words-field.tsx';
import { ButtonLink } from '../../components/links.tsx';
import { LikeButton } from '../relations/like-button.tsx';
import { useSeePosts } from '../relations/use-see-posts.ts';
import { FeedButton } from './feed-button.tsx';
import { useMembershipsOf } from './own-memberships.ts';
import { PostCard } from './post-card.tsx';
import { postsQuery } from './posts-query.ts';

// Visitors never load what the creator sees.
const OwnNumbers = lazy(() => untilLoaded(() => import('./own-numbers.tsx')));

// Found posts are shown otherwise.
const OwnHits = lazy(() => untilLoaded(() => import('./search/own-hits.tsx')));

interface ListProps {
  user_id: string;
  /** The page is the reader's own. */
  isOwn: boolean;
  /** Only what the visitor can read. */
  readable: boolean;
  onReadable: (chosen: boolean) => void;
}

interface Props extends ListProps {
  slug: string;
  /** What is searched in the posts; undefined: all are shown. */
  q: string | undefined;
  onSearch: (words: string | undefined) => void;
}

/** The posts of a creator's page, or those with the words of a search. */
export function PostList({ slug, q, onSearch, ...list }: Props) {
  const { t } = useTranslation('content');
  const { user_id, isOwn } = list;
  return (
    <Stack component="section" gap="md">
      <Group justify="space-between" gap="sm">
        <Group gap="xs">
          <Title order={2}>{t('posts')}</Title>
          <FeedButton user_id={user_id} slug={slug} />
        </Group>
        {isOwn && (
          <Suspense fallback={<Skeleton height={36} width={220} />}>
            <OwnNumbers />
          </Suspense>
        )}
      </Group>
      <WordsField words={q} label={t('list.search')} onSearch={onSearch} />
      {q === undefined ? (
        <AllPosts {...list} />
      ) : (
        <>
          <Button
            variant="subtle"
            size="compact-sm"
            style={{ alignSelf: 'flex-start' }}
            leftSection={<IconArrowLeft size={16} aria-hidden />}
            onClick={() => onSearch(undefined)}
          >
            {t('list.showAll')}
          </Button>
          <Suspense fallback={<Skeleton height={160} />}>
            <OwnHits q={q} user_id={user_id} />
          </Suspense>
        </>
      )}
    </Stack>
  );
}

function AllPosts({ user_id, isOwn, readable, onReadable }: ListProps) {
  const { t } = useTranslation('content');
  const query = useInfiniteQuery(postsQuery(user_id, readable));
  const isMember = useProfile() != null && !isOwn;
  const places = query.data?.pages[0]?.list.map(({ publish_sn }) => publish_sn) ?? [];
  const isSponsor = useMembershipsOf(user_id).length > 0;
  useSeePosts(isSponsor ? Math.max(0, ...places) : undefined, user_id);
  return (
    <>
      {isMember && (
        <SegmentedControl
          aria-label={t('list.which')}
          style={{ alignSelf: 'flex-start' }}
          value={readable ? 'readable' : 'all'}
          onChange={(chosen) => onReadable(chosen === 'readable')}
          data={[
            { value: 'all', label: t('list.all') },
            { value: 'readable', label: t('list.readable') },
          ]}
        />
      )}
      <Collection
        query={query}
        waiting={{ count: 3, height: 160 }}
        gap="md"
        isEmpty={({ pages }) => pages[0]?.list.length === 0}
        nothing={{
          icon: <IconNotes aria-hidden />,
          title: t(readable ? 'list.noneReadable' : 'list.empty'),
          ...(readable && { text: t('list.noneReadableText') }),
          ...(isOwn && {
            text: t('list.emptyText'),
            action: <ButtonLink to="/compose">{t('list.write')}</ButtonLink>,
          }),
        }}
        more={query}
      >
        {({ pages }) =>
          pages
            .flatMap(({ list }) => list)
            .map((post) => (
              <PostCard key={post.post_id} post={post} tools={<LikeButton post={post} small />} />
            ))
        }
      </Collection>
    </>
  );
}
