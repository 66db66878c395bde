import { Skeleton } from '@mantine/core';
import { lazy, Suspense } from 'react';
import type { Post } from '#services/contract/content/posts.ts';
import { untilLoaded } from '../../../app/load-part.ts';

// Most posts have none.
const VoteCard = lazy(() =>
  untilLoaded(() => import('./vote-card.tsx')).then(({ VoteCard }) => ({ default: VoteCard })),
);

/** The vote of a post, if it has one that the reader can see. */
export const LazyVote = ({
  post: { vote },
  previewed = false,
}: {
  post: Pick<Post, 'vote'>;
  previewed?: boolean;
}) =>
  vote && (
    <Suspense fallback={<Skeleton height={120 + vote.options.length * 54} radius="lg" />}>
      <VoteCard key={vote.vote_id} vote={vote} previewed={previewed} />
    </Suspense>
  );
