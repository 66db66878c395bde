import { createFileRoute, redirect } from '@tanstack/react-router';
import { TeamOrdersPage, type TeamOrdersSearch } from '../door/orders/team-orders-page.tsx';
import { pageIn, textIn } from '../shell/search.ts';
import { searchPage } from '../shell/search-page.tsx';
import { sessionRequired, signedIn } from '../shell/session-guard.ts';

export const Route = createFileRoute('/order/received')({
  validateSearch: (search): TeamOrdersSearch => ({
    creator_id: textIn(search, 'creator_id'),
    q: textIn(search, 'q')?.slice(0, 100),
    page: pageIn(search),
  }),
  staticData: sessionRequired,
  beforeLoad: async (entering) => {
    await signedIn(entering);
    // The guest list links to the orders of a creator.
    if (entering.search.creator_id === undefined) throw redirect({ to: '/order/guests' });
  },
  component: searchPage(TeamOrdersPage, true),
});
