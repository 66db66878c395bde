import { createFileRoute } from '@tanstack/react-router';
import { OverviewPage, type OverviewSearch } from '../finance/books/overview/overview-page.tsx';
import { oneOf, wholeIn } from '../shell/search.ts';

const TOTALS = ['pending', 'available', 'paying', 'psp', 'bank', 'other'] as const;

export const Route = createFileRoute('/finance/')({
  validateSearch: (search): OverviewSearch => ({
    total: oneOf(search, 'total', TOTALS),
    page: wholeIn(search, 'page', 1, 100_000),
  }),
  component: Overview,
});

function Overview() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <OverviewPage
      search={search}
      onSearch={(chosen) => void navigate({ search: chosen, resetScroll: false })}
    />
  );
}
