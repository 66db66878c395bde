import { SimpleGrid, Skeleton, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import type { CreatorCard as Creator } from '#services/contract/catalog/creators.ts';
import { CreatorCard } from './creator-card.tsx';

const COLUMNS = { base: 1, xs: 2, sm: 3, lg: 4 } as const;

interface Props {
  creators: readonly Creator[];
  /** What a card has below the description. */
  more?: (creator: Creator) => ReactNode;
}

/** Creators side by side. */
export function CreatorGrid({ creators, more }: Props) {
  return (
    <SimpleGrid cols={COLUMNS} spacing="md">
      {creators.map((creator) => (
        <CreatorCard key={creator.user_id} creator={creator}>
          {more?.(creator)}
        </CreatorCard>
      ))}
    </SimpleGrid>
  );
}

/** The grid's shape while it loads. */
export function CreatorGridSkeleton({ count }: { count: number }) {
  return (
    <SimpleGrid cols={COLUMNS} spacing="md">
      {Array.from({ length: count }, (_, index) => (
        <Stack key={index} gap="xs">
          <Skeleton height={110} />
          <Skeleton height={18} width="50%" />
          <Skeleton height={14} width="80%" />
        </Stack>
      ))}
    </SimpleGrid>
  );
}
