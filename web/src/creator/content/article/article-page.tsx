import { Skeleton, Stack } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Post } from '#services/contract/content/posts.ts';
import { EC, isRefusal } from '../../../api/refusal.ts';
import { useStudioCreatorId } from '../../../app/session.ts';
import { postQuery } from '../../../components/content/post-query.ts';
import { DeadEnd } from '../../../components/dead-end.tsx';
import { ButtonLink } from '../../../components/links.tsx';
import { Loaded } from '../../../components/loaded.tsx';
import { usePageTitle } from '../../../shell/page-title.ts';
import { NotFound } from '../../../shell/whole-page.tsx';
import { UnverifiedNotice } from '../unverified-notice.tsx';
import { ArticleForm } from './article-form.tsx';

export interface ArticleSearch {
  post_id?: string | undefined;
}

/** /edit/article: a new article, or with `post_id` an own one. */
export function ArticlePage({ post_id }: ArticleSearch) {
  const { t } = useTranslation('content-article');
  usePageTitle(t(post_id === undefined ? 'title' : 'edit'));
  return (
    <>
      <UnverifiedNotice />
      {post_id === undefined ? (
        <Editing saved={undefined} />
      ) : (
        <SavedArticle key={post_id} post_id={post_id} />
      )}
    </>
  );
}

function SavedArticle({ post_id }: { post_id: string }) {
  const { t } = useTranslation('content-compose');
  const creator_id = useStudioCreatorId();
  const query = useQuery(postQuery(post_id));
  if (isRefusal(query.error, EC.notFound, EC.badInput, EC.postDeleted)) return <NotFound />;
  return (
    <Loaded query={query} ready={query.isFetchedAfterMount} skeleton={<Waiting />}>
      {({ post }) =>
        post.user.user_id === creator_id ? (
          <Editing saved={post} />
        ) : (
          <DeadEnd icon={<IconLock aria-hidden />} title={t('notYours')}>
            <ButtonLink to="/dashboard/posts">{t('list.title')}</ButtonLink>
          </DeadEnd>
        )
      }
    </Loaded>
  );
}

/** Input stays when the article or the session changes meanwhile. */
function Editing({ saved }: { saved: Post | undefined }) {
  const [first] = useState(saved);
  const creator_id = useStudioCreatorId();
  const [user_id] = useState(creator_id);
  return <ArticleForm saved={first} user_id={user_id} />;
}

const Waiting = () => (
  <Stack gap="lg" maw={820} mx="auto">
    <Skeleton height={36} />
    <Skeleton height={44} width="60%" />
    <Skeleton height={320} />
  </Stack>
);
