import { Button, Center } from '@mantine/core';
import { useIntersection } from '@mantine/hooks';
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';

interface Props {
  query: Pick<UseInfiniteQueryResult, 'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage'>;
}

/** Loads the next page when it becomes visible; a button, for the keyboard. */
export function MoreButton({ query: { hasNextPage, isFetchingNextPage, fetchNextPage } }: Props) {
  const { t } = useTranslation('shell');
  const { ref, entry } = useIntersection({ rootMargin: '200px' });
  const seen = entry?.isIntersecting === true;
  useEffect(() => {
    if (seen && hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [seen, hasNextPage, isFetchingNextPage, fetchNextPage]);
  if (!hasNextPage) return null;
  return (
    <Center ref={ref}>
      <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
        {t('state.more')}
      </Button>
    </Center>
  );
}
