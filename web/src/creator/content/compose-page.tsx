import { Skeleton, Stack } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Navigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { POST_TYPE } from '#events/status.ts';
import type { Post } from '#services/contract/content/posts.ts';
import { EC, isRefusal } from '../../api/refusal.ts';
import { useStudioCreatorId } from '../../app/session.ts';
import { postQuery } from '../../components/content/post-query.ts';
import { DeadEnd } from '../../components/dead-end.tsx';
import { ButtonLink } from '../../components/links.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { NotFound } from '../../shell/whole-page.tsx';
import { chosenAlbums } from './chosen-albums.ts';
import { ComposeForm } from './compose-form.tsx';
import type { PlaceSearch } from './place-search.ts';
import { UnverifiedNotice } from './unverified-notice.tsx';

export interface ComposeSearch extends PlaceSearch {
  post_id?: string | undefined;
}

/** /compose: a new post, in `album_ids` from the beginning, or with `post_id` an own one. */
export function ComposePage({ post_id, album_ids }: ComposeSearch) {
  const { t } = useTranslation('content-compose');
  return (
    <>
      <PageHead title={t(post_id === undefined ? 'title' : 'edit')} />
      <UnverifiedNotice />
      {post_id === undefined ? (
        <Composing saved={undefined} album_ids={chosenAlbums(album_ids)} />
      ) : (
        <SavedPost key={post_id} post_id={post_id} />
      )}
    </>
  );
}

function SavedPost({ post_id }: { post_id: string }) {
  const { t } = useTranslation('content-compose');
  const creator_id = useStudioCreatorId();
  const query = useQuery(postQuery(post_id));
  if (isRefusal(query.error, EC.notFound, EC.badInput, EC.postDeleted)) return <NotFound />;
  return (
    <Loaded query={query} ready={query.isFetchedAfterMount} skeleton={<Waiting />}>
      {({ post }) =>
        post.user.user_id !== creator_id ? (
          <DeadEnd icon={<IconLock aria-hidden />} title={t('notYours')}>
            <ButtonLink to="/dashboard/posts">{t('list.title')}</ButtonLink>
          </DeadEnd>
        ) : post.type === POST_TYPE.article ? (
          <Navigate to="/edit/article" search={{ post_id }} replace />
        ) : (
          <Composing saved={post} />
        )
      }
    </Loaded>
  );
}

interface ComposingProps {
  saved: Post | undefined;
  album_ids?: readonly string[];
}

/** Input stays when the post or the session changes meanwhile. */
function Composing({ saved, album_ids = [] }: ComposingProps) {
  const [first] = useState({ saved, album_ids });
  const creator_id = useStudioCreatorId();
  const [user_id] = useState(creator_id);
  return <ComposeForm {...first} user_id={user_id} />;
}

const Waiting = () => (
  <Stack gap="md">
    <Skeleton height={280} radius="lg" />
    <Skeleton height={200} radius="lg" />
    <Skeleton height={200} radius="lg" />
  </Stack>
);
