import { createFileRoute } from '@tanstack/react-router';
import type { FeedFilter } from '#services/contract/relations/feed.ts';
import { FeedPage } from '../fan/relations/feed/feed-page.tsx';
import { oneOf } from '../shell/search.ts';

/** Beside the endpoint they would be loaded with every page. */
const FILTERS = ['unlocked', 'post', 'article', 'pictures', 'video'] as const satisfies readonly FeedFilter[];

interface FeedSearch {
  /** Kinds of posts; all without it. */
  filter?: FeedFilter | undefined;
}

export const Route = createFileRoute('/feed')({
  validateSearch: (search): FeedSearch => ({ filter: oneOf(search, 'filter', FILTERS) }),
  component: FeedPage,
});
