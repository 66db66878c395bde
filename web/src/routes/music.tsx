import { createFileRoute } from '@tanstack/react-router';
import { EXPLORE_VIEWS, type ExploreView } from '../fan/catalog/explore/category-places.ts';
import { ExplorePage } from '../fan/catalog/explore/explore-page.tsx';
import { oneOf } from '../shell/search.ts';

interface MusicSearch {
  view?: ExploreView | undefined;
}

export const Route = createFileRoute('/music')({
  validateSearch: (search): MusicSearch => ({ view: oneOf(search, 'view', EXPLORE_VIEWS) }),
  component: function Music() {
    return <ExplorePage {...Route.useSearch()} page="music" category="music" />;
  },
});
