import { createFileRoute } from '@tanstack/react-router';
import { EXPLORE_VIEWS, type ExploreView } from '../fan/catalog/explore/category-places.ts';
import { ExplorePage } from '../fan/catalog/explore/explore-page.tsx';
import { oneOf } from '../shell/search.ts';

interface CartoonSearch {
  view?: ExploreView | undefined;
}

export const Route = createFileRoute('/cartoon')({
  validateSearch: (search): CartoonSearch => ({ view: oneOf(search, 'view', EXPLORE_VIEWS) }),
  component: function Cartoon() {
    return <ExplorePage {...Route.useSearch()} page="cartoon" category="comic" />;
  },
});
