import { createFileRoute } from '@tanstack/react-router';
import { withTable } from '../components/table/view.ts';
import { textIn, wholeIn } from '../shell/search.ts';
import { sessionRequired, signedIn } from '../shell/session-guard.ts';
import { SupportPage } from '../support/support-page.tsx';
import type { SupportSearch } from '../support/support-search.ts';

export const Route = createFileRoute('/support')({
  staticData: sessionRequired,
  validateSearch: (search): SupportSearch => ({
    user_id: textIn(search, 'user_id')?.slice(0, 64),
    order: textIn(search, 'order')?.slice(0, 80),
    reason: textIn(search, 'reason')?.slice(0, 200),
    page: wholeIn(search, 'page', 1, 100_000),
  }),
  beforeLoad: signedIn,
  component: Support,
});

function Support() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <SupportPage
      search={search}
      onSearch={(chosen) => void navigate({ search: withTable(chosen), resetScroll: false })}
    />
  );
}
