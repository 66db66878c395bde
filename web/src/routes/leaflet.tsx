import { createFileRoute } from '@tanstack/react-router';
import { LeafletPage } from '../fan/goals/leaflet-page.tsx';
import { textIn } from '../shell/search.ts';

export const Route = createFileRoute('/leaflet')({
  staticData: { bare: true },
  validateSearch: (search): { slug?: string | undefined } => ({ slug: textIn(search, 'slug') }),
  component: function Leaflet() {
    return <LeafletPage slug={Route.useSearch().slug ?? ''} />;
  },
});
