import { SimpleGrid, Skeleton, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import type { CreatorCard as Creator } from '#services/contract/catalog/creators.ts';
import { CreatorCard } from './creator-card.tsx';

/** Room for a picture beside the longest name of a category. */
const WIDTH = 240;

interface Props {
  creators: readonly Creator[];
  /** What a card has below the description. */
  more?: (creator: Creator) => ReactNode;
}

/** Creators side by side. */
export function CreatorGrid({ creators, more }: Props) {
  return (
    <SimpleGrid minColWidth={WIDTH} spacing="md">
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
    <SimpleGrid minColWidth={WIDTH} spacing="md">
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
