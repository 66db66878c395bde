import { Anchor, Badge, Group, Paper, Stack, Tabs, Text } from '@mantine/core';
import { IconFileText, IconLock, IconNotes, IconPencilPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { POST_STATUS, POST_TYPE } from '#events/status.ts';
import { listOwnPosts } from '#services/contract/content/post-lists.ts';
import type { DataOf } from '#services/contract/endpoint.ts';
import { queryOf } from '../../api/queries.ts';
import { untilLoaded } from '../../app/load-part.ts';
import { Collection } from '../../components/collection.tsx';
import { useAccessWords } from '../../components/content/access/access-words.ts';
import { PostMenu } from '../../components/content/post-menu.tsx';
import { postTitle } from '../../components/content/post-title.ts';
import { AnchorLink, ButtonLink } from '../../components/links.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { useLocale } from '../../language/use-locale.ts';
import type { SearchState } from '../../shell/search.ts';
import { DraftList } from './draft-list.tsx';

const STATUS_OF = {
  published: POST_STATUS.normal,
  scheduled: POST_STATUS.scheduled,
  draft: POST_STATUS.draft,
  hidden: POST_STATUS.hidden,
} as const;
type Tab = keyof typeof STATUS_OF;
type OwnPost = DataOf<typeof listOwnPosts>['list'][number];
const TABS: readonly Tab[] = ['published', 'scheduled', 'draft', 'hidden'];
export interface PostsSearch {
  /** Without one, published posts are shown. */
  status?: Exclude<Tab, 'published'> | undefined;
  page?: number | undefined;
}

const isOther = (tab: string | null): tab is Exclude<Tab, 'published'> =>
  tab === 'scheduled' || tab === 'draft' || tab === 'hidden';

const A_PAGE = 20;

const RevenueDialog = lazy(() =>
  untilLoaded(() => import('./revenue-dialog.tsx')).then(({ RevenueDialog }) => ({
    default: RevenueDialog,
  })),
);

/** /dashboard/posts: own posts by status, with their actions. */
export function PostsPage({ search, onSearch }: SearchState<PostsSearch>) {
  const { t } = useLocale(['content-compose', 'content']);
  const { status = 'published', page = 1 } = search;
  const query = useQuery(queryOf(listOwnPosts, { status: STATUS_OF[status], page, per_page: A_PAGE }));
  const write = (
    <Group gap="xs">
      <ButtonLink to="/edit/article" variant="default" leftSection={<IconFileText size={18} aria-hidden />}>
        {t('writeArticle')}
      </ButtonLink>
      <ButtonLink to="/compose" leftSection={<IconPencilPlus size={18} aria-hidden />}>
        {t('title')}
      </ButtonLink>
    </Group>
  );
  return (
    <>
      <PageHead title={t('list.title')} text={t('list.text')}>
        <Group gap="sm">
          <ButtonLink to="/edit/album" variant="default">
            {t('list.album')}
          </ButtonLink>
          {write}
        </Group>
      </PageHead>
      <Tabs
        value={status}
        onChange={(chosen) => onSearch({ status: isOther(chosen) ? chosen : undefined })}
        keepMounted={false}
      >
        <Tabs.List
          aria-label={t('list.tabs')}
          mb="md"
          style={{ flexWrap: 'nowrap', overflowX: 'auto', overflowY: 'hidden', scrollbarWidth: 'none' }}
        >
          {TABS.map((tab) => (
            <Tabs.Tab key={tab} value={tab}>
              {t(`list.${tab}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={status}>
          {status === 'draft' && <DraftList />}
          <Collection
            query={query}
            waiting={{ count: 3, height: 96 }}
            gap="sm"
            nothing={{
              icon: <IconNotes aria-hidden />,
              title: t(`list.none.${status}`),
              text: t(`list.noneText.${status}`),
              action: status === 'published' ? write : undefined,
            }}
            found={({ total_count }) => t('list.found', { count: total_count })}
            page={page}
            perPage={A_PAGE}
            onPage={(next) => onSearch({ ...search, page: next })}
          >
            {({ list }) => list.map((post) => <PostRow key={post.post_id} post={post} />)}
          </Collection>
        </Tabs.Panel>
      </Tabs>
    </>
  );
}

function PostRow({ post }: { post: OwnPost }) {
  const [explains, setExplains] = useState(false);
  const { t, formats } = useLocale(['content', 'content-compose']);
  const words = useAccessWords();
  const { post_id, status, type, publish_time, edit_time, user_top, audience } = post;
  const { readers, revenue, orders } = post;
  const isDraft = status === POST_STATUS.draft;
  const title = postTitle(post);
  return (
    <Paper withBorder p={{ base: 'md', sm: 'lg' }} component="article" aria-label={title}>
      <Group justify="space-between" wrap="nowrap" align="flex-start" gap="sm">
        <Stack gap={6} style={{ minWidth: 0 }}>
          <AnchorLink
            to="/p/$postId"
            params={{ postId: post_id }}
            c="inherit"
            fw={650}
            style={{ overflowWrap: 'anywhere' }}
          >
            {title}
          </AnchorLink>
          <Group gap="xs">
            {user_top && <Badge color="gray">{t('pinned')}</Badge>}
            {type === POST_TYPE.article && <Badge color="gray">{t('article')}</Badge>}
            <Badge
              leftSection={audience === 'all' ? undefined : <IconLock size={12} aria-hidden />}
              styles={{ root: { height: 'auto' }, label: { whiteSpace: 'normal' } }}
            >
              {words.readableBy(post)}
            </Badge>
          </Group>
          <Text className="hint figures">
            {status === POST_STATUS.scheduled
              ? t('status.scheduled', { time: formats.dateTime(publish_time) })
              : isDraft
                ? t('edited', { time: formats.dateTime(edit_time) })
                : formats.dateTime(publish_time)}
          </Text>
          <Group gap="md">
            {readers !== null && !post.is_public && audience !== 'self' && (
              <Text size="sm" className="figures">
                {t('readers', { count: readers })}
              </Text>
            )}
            {orders > 0 && (
              <Anchor component="button" type="button" size="sm" onClick={() => setExplains(true)}>
                {t('content-compose:revenue.orders', { count: orders, amount: formats.money(revenue) })}
              </Anchor>
            )}
          </Group>
          {explains && (
            <Suspense>
              <RevenueDialog post_id={post_id} opened onClose={() => setExplains(false)} />
            </Suspense>
          )}
        </Stack>
        <PostMenu post={post} />
      </Group>
    </Paper>
  );
}
