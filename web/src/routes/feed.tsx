import { createFileRoute } from '@tanstack/react-router';
import { FEED_FILTERS, type FeedFilter } from '#services/contract/relations/feed.ts';
import { FeedPage } from '../fan/relations/feed/feed-page.tsx';
import { oneOf } from '../shell/search.ts';

interface FeedSearch {
  /** Kinds of posts; all without it. */
  filter?: FeedFilter | undefined;
}

export const Route = createFileRoute('/feed')({
  validateSearch: (search): FeedSearch => ({ filter: oneOf(search, 'filter', FEED_FILTERS) }),
  component: FeedPage,
});
