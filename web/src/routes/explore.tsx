import { createFileRoute, redirect } from '@tanstack/react-router';
import { EXPLORE_VIEWS, type ExploreView, pageOfCategory } from '../fan/catalog/explore/category-places.ts';
import { ExplorePage } from '../fan/catalog/explore/explore-page.tsx';
import { oneOf, textIn } from '../shell/search.ts';

export interface ExploreSearch {
  category?: string | undefined;
  q?: string | undefined;
  view?: ExploreView | undefined;
}

export const Route = createFileRoute('/explore')({
  validateSearch: (search): ExploreSearch => ({
    category: textIn(search, 'category'),
    q: textIn(search, 'q'),
    view: oneOf(search, 'view', EXPLORE_VIEWS),
  }),
  beforeLoad({ search: { category, q, view } }) {
    const to = q === undefined ? pageOfCategory(category) : undefined;
    if (to !== undefined) throw redirect({ to, search: { view }, replace: true });
  },
  component: function Explore() {
    return <ExplorePage {...Route.useSearch()} page="explore" />;
  },
});
