import { createFileRoute } from '@tanstack/react-router';
import { TrialBalancePage, type TrialSearch } from '../finance/books/trial-balance-page.tsx';
import { oneOf } from '../shell/search.ts';

export const Route = createFileRoute('/finance/trial-balance')({
  validateSearch: (search): TrialSearch => ({ users: oneOf(search, 'users', ['each']) }),
  component: TrialBalance,
});

function TrialBalance() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <TrialBalancePage
      search={search}
      onSearch={(chosen) => void navigate({ search: chosen, resetScroll: false })}
    />
  );
}
