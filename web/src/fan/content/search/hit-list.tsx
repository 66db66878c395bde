import { Badge, Group, Paper, Stack, Text } from '@mantine/core';
import { IconLock, IconSearch } from '@tabler/icons-react';
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { POST_TYPE } from '#events/status.ts';
import { type FoundPost, searchPosts } from '#services/contract/content/search.ts';
import type { InputOf } from '#services/contract/endpoint.ts';
import { call } from '../../../api/client.ts';
import cardClasses from '../../../components/catalog/creator-card.module.css';
import { Collection } from '../../../components/collection.tsx';
import { PersonPicture } from '../../../components/pictures/person-picture.tsx';
import { Marked } from '../../../components/search/marked.tsx';
import { useLocale } from '../../../language/use-locale.ts';

const A_PAGE = 10;

type Search = Pick<InputOf<typeof searchPosts>, 'days' | 'user_id'> & { q: string };

const hitsQuery = ({ q, days, user_id }: Search) =>
  infiniteQueryOptions({
    queryKey: [searchPosts.path, q, days, user_id],
    queryFn: ({ pageParam, signal }) =>
      call(searchPosts, { q, days, user_id, publish_sn: pageParam, per_page: A_PAGE }, { signal }),
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

interface Props extends Search {
  words: readonly string[];
  /** What a list without posts leads to. */
  elsewhere?: ReactNode;
}

/** Posts with these words, newest first. Of a locked one only title and preview text are searched. */
export function HitList({ words, elsewhere, ...search }: Props) {
  const { t } = useLocale('content-search');
  const query = useInfiniteQuery(hitsQuery(search));
  return (
    <Collection
      query={query}
      waiting={{ count: 3, height: 120 }}
      gap="sm"
      isEmpty={({ pages }) => pages[0]?.list.length === 0}
      nothing={{
        icon: <IconSearch aria-hidden />,
        title: t('none.post', { words: search.q }),
        text: t('noneText'),
        action: elsewhere,
      }}
      more={query}
    >
      {({ pages }) =>
        pages.flatMap(({ list }) => list).map((hit) => <Hit key={hit.post_id} hit={hit} words={words} />)
      }
    </Collection>
  );
}
