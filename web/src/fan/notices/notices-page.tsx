import { Badge, Button, Group, Paper, Stack, Text } from '@mantine/core';
import { IconHeart, IconMessageCircle } from '@tabler/icons-react';
import { infiniteQueryOptions, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { getMyCheck } from '#services/contract/messages/calls.ts';
import { listNotices, type Notice, type NoticeTab, readNotices } from '#services/contract/notices/notices.ts';
import { UNREAD_TOPIC } from '#services/contract/system/live.ts';
import { call } from '../../api/client.ts';
import { useCall } from '../../api/queries.ts';
import { Collection } from '../../components/collection.tsx';
import { AnchorLink } from '../../components/links.tsx';
import { PersonPicture } from '../../components/pictures/person-picture.tsx';
import { useLocale } from '../../language/use-locale.ts';
import { useOwnCheck } from '../../shell/member/own-check.ts';
import { NoticeFrame } from '../messages/notice-frame.tsx';
import classes from './notices-page.module.css';

const A_PAGE = 20;
/** Notices that one call marks as read. */
const AT_ONCE = 50;
const ICONS = { comment: IconMessageCircle, like: IconHeart } as const;

const noticesQuery = (tab: NoticeTab) =>
  infiniteQueryOptions({
    queryKey: [listNotices.path, 'endless', tab],
    queryFn: ({ pageParam, signal }) =>
      call(listNotices, { tab, rank: pageParam, per_page: A_PAGE }, { signal }),
    initialPageParam: 0,
    getNextPageParam: ({ has_more, list }) => (has_more ? list.at(-1)?.rank : undefined),
    meta: { topics: [...listNotices.reads, UNREAD_TOPIC] },
    // A notice that was read at another device changes nothing here: each visit reads them again.
    staleTime: 0,
  });

/** Marks what is shown as read. The list itself stays: its notices are marked as new while they are looked at. */
function useSeen(pages: readonly { list: readonly Notice[] }[] | undefined): void {
  const client = useQueryClient();
  const { mutate } = useCall(readNotices, { quiet: true, refresh: false });
  useEffect(() => {
    const unread = pages?.flatMap(({ list }) => list.filter(({ new_count }) => new_count > 0)) ?? [];
    if (unread.length === 0) return;
    // Those of earlier pages were sent when they were shown.
    const notices = unread
      .slice(-AT_ONCE)
      .map(({ kind, subject_id, arrived }) => ({ kind, subject_id, arrived }));
    const onSuccess = () => void client.invalidateQueries({ queryKey: [getMyCheck.path] });
    mutate({ notices }, { onSuccess });
  }, [pages, mutate, client]);
}

/** /notice/comment and /notice/like: what others did with the person's posts and comments. */
export function NoticesPage({ tab }: { tab: NoticeTab }) {
  const { t } = useLocale('notices');
  const client = useQueryClient();
  const query = useInfiniteQuery(noticesQuery(tab));
  useSeen(query.data?.pages);
  const all = useCall(readNotices);
  const unread = useOwnCheck()?.unread_count[tab] ?? 0;
  const Icon = ICONS[tab];
  return (
    <NoticeFrame here={tab} title={t(`title.${tab}`)} text={t(`text.${tab}`)}>
      <Stack gap="sm">
        {unread > 0 && (
          <Button
            variant="subtle"
            size="xs"
            style={{ alignSelf: 'flex-end' }}
            loading={all.isPending}
            onClick={() => all.mutate({ all: tab }, { onSuccess: () => void client.invalidateQueries() })}
          >
            {t('readAll')}
          </Button>
        )}
        <Collection
          query={query}
          waiting={{ count: 4, height: 96 }}
          gap="sm"
          isEmpty={({ pages }) => pages[0]?.list.length === 0}
          nothing={{ icon: <Icon aria-hidden />, title: t(`empty.${tab}`), text: t(`emptyText.${tab}`) }}
          more={query}
        >
          {({ pages }) =>
            pages
              .flatMap(({ list }) => list)
              .map((notice) => <NoticeCard key={`${notice.kind} ${notice.subject_id}`} notice={notice} />)
          }
        </Collection>
      </Stack>
    </NoticeFrame>
  );
}

function NoticeCard({ notice }: { notice: Notice }) {
  const { t, formats } = useLocale('notices');
  const { kind, post, users, has_more_users, like_count, new_count, text, create_time } = notice;
  const names = users.map(({ name }) => name).join(t('and'));
  const others = like_count - users.length;
  const who = !has_more_users
    ? t('who.named', { names })
    : others > 0
      ? t('who.counted', { names, count: others })
      : t('who.others', { names });
  return (
    <Paper withBorder p="md" component="article">
      <Group wrap="nowrap" align="flex-start" gap="sm">
        <Group gap={0} wrap="nowrap" className={classes.people ?? ''}>
          {users.map(({ user_id, name, avatar }) => (
            <PersonPicture key={user_id} name={name} src={avatar} seed={user_id} size={36} />
          ))}
        </Group>
        <Stack gap={4} style={{ minWidth: 0, flex: 1 }}>
          <Group justify="space-between" gap={8}>
            <Text style={{ overflowWrap: 'anywhere' }}>
              <Text span fw={650}>
                {who}
              </Text>{' '}
              {t(`did.${kind}`)}
            </Text>
            <Group gap={8}>
              {new_count > 0 && <Badge>{t('new', { count: new_count })}</Badge>}
              <Text className="hint figures">{formats.dateTime(create_time)}</Text>
            </Group>
          </Group>
          {text !== '' && (
            <Text lineClamp={2} style={{ overflowWrap: 'anywhere' }}>
              {text}
            </Text>
          )}
          <AnchorLink
            to="/p/$postId"
            params={{ postId: post.post_id }}
            {...(kind !== 'like' && { hash: 'comments' })}
            fz="sm"
            style={{ overflowWrap: 'anywhere' }}
          >
            {post.title === '' ? t('untitled') : post.title}
          </AnchorLink>
        </Stack>
      </Group>
    </Paper>
  );
}
