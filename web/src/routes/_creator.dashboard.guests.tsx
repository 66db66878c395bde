import { createFileRoute } from '@tanstack/react-router';
import { withTable } from '../components/table/view.ts';
import { GuestsPage } from '../door/tickets/guests/guests-page.tsx';
import { guestsSearch } from '../door/tickets/guests/guests-search.ts';

export const Route = createFileRoute('/_creator/dashboard/guests')({
  validateSearch: guestsSearch,
  component: Guests,
});

function Guests() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return <GuestsPage search={search} onSearch={(chosen) => void navigate({ search: withTable(chosen) })} />;
}
