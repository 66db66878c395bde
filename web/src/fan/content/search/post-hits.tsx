import { Badge, Group, Paper, SegmentedControl, Stack, Text } from '@mantine/core';
import { IconLock, IconSearch } from '@tabler/icons-react';
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { POST_TYPE } from '#events/status.ts';
import { type FoundPost, searchPosts } from '#services/contract/content/search.ts';
import { call } from '../../../api/client.ts';
import cardClasses from '../../../components/catalog/creator-card.module.css';
import { Collection } from '../../../components/collection.tsx';
import { PersonPicture } from '../../../components/pictures/person-picture.tsx';
import { Marked } from '../../../components/search/marked.tsx';
import { useLocale } from '../../../language/use-locale.ts';

const A_PAGE = 10;
const DAYS = ['0', '7', '30', '365'] as const;

const route = getRouteApi('/search');

const hitsQuery = (q: string, days: (typeof DAYS)[number]) =>
  infiniteQueryOptions({
    queryKey: [searchPosts.path, q, days],
    queryFn: ({ pageParam, signal }) =>
      call(searchPosts, { q, days, publish_sn: pageParam, per_page: A_PAGE }, { signal }),
    initialPageParam: 0,
    getNextPageParam: ({ has_more, list }) => (has_more ? list.at(-1)?.publish_sn : undefined),
    meta: { topics: searchPosts.reads },
  });

function Hit({ hit, words }: { hit: FoundPost; words: readonly string[] }) {
  const { t, formats } = useLocale('content-search');
  const { post_id, title, excerpt, type, has_right, publish_time, user } = hit;
  return (
    <Paper withBorder p="md" component="article" className={cardClasses.card}>
      <Stack gap={6}>
        <Text component="h2" fw={650} style={{ overflowWrap: 'anywhere' }}>
          <Link to="/p/$postId" params={{ postId: post_id }} className={cardClasses.name}>
            {title === '' ? t('untitled', { name: user.name }) : <Marked text={title} words={words} />}
          </Link>
        </Text>
        {excerpt !== '' && (
          <Text size="sm" c="dimmed" lineClamp={3} style={{ overflowWrap: 'anywhere' }}>
            <Marked text={excerpt} words={words} />
          </Text>
        )}
        <Group gap="xs" mt={4}>
          <PersonPicture name={user.name} src={user.avatar} seed={user.user_id} size={24} />
          <Text className="hint" style={{ overflowWrap: 'anywhere' }}>
            {user.name} · {formats.date(publish_time)}
          </Text>
          {type === POST_TYPE.article && <Badge color="gray">{t('article')}</Badge>}
          {!has_right && (
            <Badge color="gray" leftSection={<IconLock size={12} aria-hidden />}>
              {t('locked')}
            </Badge>
          )}
        </Group>
      </Stack>
    </Paper>
  );
}

/** Posts, newest first. Of a locked one only title and preview text are searched. */
export function PostHits({ q, words }: { q: string; words: readonly string[] }) {
  const { t } = useLocale('content-search');
  const { days = '0' } = route.useSearch();
  const navigate = route.useNavigate();
  const query = useInfiniteQuery(hitsQuery(q, days));
  return (
    <Stack gap="md">
      <SegmentedControl
        aria-label={t('time')}
        size="xs"
        value={days}
        onChange={(value) => {
          const next = DAYS.find((one) => one === value);
          void navigate({
            search: (before) => ({ ...before, days: next === '0' ? undefined : next }),
            replace: true,
            resetScroll: false,
          });
        }}
        data={DAYS.map((value) => ({ value, label: t(`days.${value}`) }))}
        style={{ alignSelf: 'flex-start' }}
      />
      <Collection
        query={query}
        waiting={{ count: 3, height: 120 }}
        gap="sm"
        isEmpty={({ pages }) => pages[0]?.list.length === 0}
        nothing={{
          icon: <IconSearch aria-hidden />,
          title: t('none.post', { words: q }),
          text: t('noneText'),
        }}
        more={query}
      >
        {({ pages }) =>
          pages.flatMap(({ list }) => list).map((hit) => <Hit key={hit.post_id} hit={hit} words={words} />)
        }
      </Collection>
    </Stack>
  );
}
