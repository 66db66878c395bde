import { createFileRoute } from '@tanstack/react-router';
import { ExplorePage } from '../fan/catalog/explore/explore-page.tsx';
import { textIn } from '../shell/search.ts';

export interface ExploreSearch {
  category?: string | undefined;
  q?: string | undefined;
}

export const Route = createFileRoute('/explore')({
  validateSearch: (search): ExploreSearch => ({
    category: textIn(search, 'category'),
    q: textIn(search, 'q'),
  }),
  component: ExplorePage,
});
