import { createFileRoute, redirect } from '@tanstack/react-router';
import { withTable } from '../components/table/view.ts';
import { TeamOrdersPage, type TeamOrdersSearch } from '../door/orders/team-orders-page.tsx';
import { textIn, wholeIn } from '../shell/search.ts';
import { sessionRequired, signedIn } from '../shell/session-guard.ts';

export const Route = createFileRoute('/order/received')({
  validateSearch: (search): TeamOrdersSearch => ({
    creator_id: textIn(search, 'creator_id'),
    q: textIn(search, 'q')?.slice(0, 100),
    page: wholeIn(search, 'page', 1, 100_000),
  }),
  staticData: sessionRequired,
  beforeLoad: async (entering) => {
    await signedIn(entering);
    // The guest list links to the orders of a creator.
    if (entering.search.creator_id === undefined) throw redirect({ to: '/order/guests' });
  },
  component: Received,
});

function Received() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <TeamOrdersPage search={search} onSearch={(chosen) => void navigate({ search: withTable(chosen) })} />
  );
}
