import { createFileRoute } from '@tanstack/react-router';
import { FeedPage } from '../fan/relations/feed/feed-page.tsx';
import { oneOf } from '../shell/search.ts';

interface FeedSearch {
  /** Kinds of posts; all without it. */
  filter?: 'post' | 'article' | undefined;
}

export const Route = createFileRoute('/feed')({
  validateSearch: (search): FeedSearch => ({ filter: oneOf(search, 'filter', ['post', 'article']) }),
  component: FeedPage,
});
