import { Container } from '@mantine/core';
import { createFileRoute } from '@tanstack/react-router';
import { withTable } from '../components/table/view.ts';
import { GuestsPage } from '../door/tickets/guests/guests-page.tsx';
import { guestsSearch } from '../door/tickets/guests/guests-search.ts';
import { signedInPage } from '../shell/session-guard.ts';

export const Route = createFileRoute('/order/guests')({
  validateSearch: guestsSearch,
  ...signedInPage,
  component: Guests,
});

/** For team members, who need not be creators. */
function Guests() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <Container size="xl" py="lg">
      <GuestsPage search={search} onSearch={(chosen) => void navigate({ search: withTable(chosen) })} />
    </Container>
  );
}
