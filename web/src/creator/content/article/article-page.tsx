import { Skeleton, Stack } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Navigate, useNavigate } from '@tanstack/react-router';
import { type ComponentProps, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { getDraft, listDrafts } from '#services/contract/content/drafts.ts';
import { queryOf } from '../../../api/queries.ts';
import { EC, isRefusal } from '../../../api/refusal.ts';
import { useStudioCreatorId } from '../../../app/session.ts';
import { postQuery } from '../../../components/content/post-query.ts';
import { DeadEnd } from '../../../components/dead-end.tsx';
import { ButtonLink } from '../../../components/links.tsx';
import { Loaded } from '../../../components/loaded.tsx';
import { usePageTitle } from '../../../shell/page-title.ts';
import { NotFound } from '../../../shell/whole-page.tsx';
import { chosenAlbums } from '../chosen-albums.ts';
import type { PlaceSearch } from '../place-search.ts';
import { UnverifiedNotice } from '../unverified-notice.tsx';
import { ArticleForm } from './article-form.tsx';

export interface ArticleSearch extends PlaceSearch {
  post_id?: string | undefined;
  draft_id?: string | undefined;
}

/** /edit/article: a new article, in `album_ids` from the beginning, an own one (`post_id`), or a draft (`draft_id`). */
export function ArticlePage({ post_id, draft_id, ...place }: ArticleSearch) {
  const { t } = useTranslation('content-article');
  usePageTitle(t(post_id === undefined ? 'title' : 'edit'));
  const navigate = useNavigate();
  // The first save of a new article gives its address an id: the page goes on, until somebody begins another one.
  const [created, setCreated] = useState<string>();
  const [address, setAddress] = useState(draft_id);
  const [count, setCount] = useState(0);
  if (address !== draft_id) {
    setAddress(draft_id);
    if (draft_id === undefined && address === created) setCount(count + 1);
  }
  const isSame = draft_id !== undefined && draft_id === created;
  const onCreated = (id: string) => {
    if (post_id !== undefined) return;
    setCreated(id);
    // The draft has its albums.
    const search = { draft_id: id, group_id: place.group_id };
    void navigate({ to: '/edit/article', search, replace: true, ignoreBlocker: true });
  };
  return (
    <>
      <UnverifiedNotice />
      {post_id !== undefined ? (
        <SavedArticle key={post_id} post_id={post_id} />
      ) : draft_id !== undefined && !isSame ? (
        <SavedDraft key={draft_id} draft_id={draft_id} />
      ) : (
        <Editing
          key={count}
          saved={undefined}
          draft={undefined}
          album_ids={chosenAlbums(place.album_ids)}
          onCreated={onCreated}
        />
      )}
    </>
  );
}

function SavedDraft({ draft_id }: { draft_id: string }) {
  const query = useQuery(queryOf(getDraft, { draft_id }, { staleTime: 0, gcTime: 0 }));
  // Its publication removes it, while the form is still shown.
  if (query.data === undefined && isRefusal(query.error, EC.notFound, EC.badInput)) return <NotFound />;
  return (
    <Loaded query={query} ready={query.isFetchedAfterMount} skeleton={<Waiting />}>
      {(draft) =>
        draft.body.post_id ? (
          <Navigate to="/edit/article" search={{ post_id: draft.body.post_id }} replace />
        ) : (
          <Editing saved={undefined} draft={draft} />
        )
      }
    </Loaded>
  );
}

/** An own article, with what was changed and not published since. */
function SavedArticle({ post_id }: { post_id: string }) {
  const { t } = useTranslation('content-compose');
  const creator_id = useStudioCreatorId();
  const query = useQuery(postQuery(post_id));
  const drafts = useQuery(queryOf(listDrafts, { post_id }, { staleTime: 0, gcTime: 0 }));
  const draft_id = drafts.data?.list[0]?.draft_id;
  const draft = useQuery(
    queryOf(
      getDraft,
      { draft_id: draft_id ?? '' },
      { enabled: draft_id !== undefined, staleTime: 0, gcTime: 0 },
    ),
  );
  const isKnown =
    drafts.isError || (drafts.isFetchedAfterMount && (draft_id === undefined || !draft.isPending));
  if (isRefusal(query.error, EC.notFound, EC.badInput, EC.postDeleted)) return <NotFound />;
  return (
    <Loaded query={query} ready={query.isFetchedAfterMount && isKnown} skeleton={<Waiting />}>
      {({ post }) =>
        post.user.user_id === creator_id ? (
          <Editing saved={post} draft={draft.data} />
        ) : (
          <DeadEnd icon={<IconLock aria-hidden />} title={t('notYours')}>
            <ButtonLink to="/dashboard/posts">{t('list.title')}</ButtonLink>
          </DeadEnd>
        )
      }
    </Loaded>
  );
}

type EditingProps = Pick<ComponentProps<typeof ArticleForm>, 'saved' | 'draft'> & {
  album_ids?: readonly string[];
  onCreated?: (draft_id: string) => void;
};

/** Input stays when the article or the session changes meanwhile. */
function Editing({ saved, draft, album_ids = [], onCreated = () => undefined }: EditingProps) {
  const [first] = useState({ saved, draft, album_ids });
  const creator_id = useStudioCreatorId();
  const [user_id] = useState(creator_id);
  return <ArticleForm {...first} user_id={user_id} onCreated={onCreated} />;
}

const Waiting = () => (
  <Stack gap="lg" maw={820} mx="auto">
    <Skeleton height={36} />
    <Skeleton height={44} width="60%" />
    <Skeleton height={320} />
  </Stack>
);
