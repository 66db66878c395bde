import { SegmentedControl, Stack } from '@mantine/core';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { DataOf, Endpoint } from '#services/contract/endpoint.ts';
import type { listMarkedCreators, listMarkedPosts } from '#services/contract/relations/marks.ts';
import { call } from '../../api/client.ts';
import { AccountFrame } from '../frame/account-frame.tsx';

const A_PAGE = 20;
const PLACES = { creators: '/dashboard/mark', posts: '/dashboard/mark-post' } as const;
type Place = keyof typeof PLACES;

/** Followed creators or collected posts, page after page by their place. */
export const marksQuery = <E extends typeof listMarkedCreators | typeof listMarkedPosts>(endpoint: E) =>
  infiniteQueryOptions({
    queryKey: [endpoint.path, 'endless'],
    queryFn: ({ pageParam, signal }): Promise<DataOf<E>> =>
      call<Endpoint>(endpoint, { rank: pageParam, per_page: A_PAGE }, { signal }),
    initialPageParam: 0,
    getNextPageParam: ({ has_more, list }) => (has_more ? list.at(-1)?.rank : undefined),
    meta: { topics: endpoint.reads },
  });

/** The pages of what a person follows and collects. */
export function MarksFrame({ here, children }: { here: Place; children: ReactNode }) {
  const { t } = useTranslation('relations');
  const navigate = useNavigate();
  return (
    <AccountFrame title={t('title')} text={t('text')} within={PLACES.creators}>
      <Stack gap="md">
        <SegmentedControl
          aria-label={t('which')}
          style={{ alignSelf: 'flex-start' }}
          value={here}
          onChange={(chosen) => void navigate({ to: PLACES[chosen === 'posts' ? 'posts' : 'creators'] })}
          data={[
            { value: 'creators', label: t('creators') },
            { value: 'posts', label: t('posts') },
          ]}
        />
        {children}
      </Stack>
    </AccountFrame>
  );
}
