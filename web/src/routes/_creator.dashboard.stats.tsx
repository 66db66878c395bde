import { createFileRoute } from '@tanstack/react-router';
import { StatsPage } from '../creator/stats/stats-page.tsx';
import { readStatsSearch } from '../creator/stats/stats-search.ts';

export const Route = createFileRoute('/_creator/dashboard/stats')({
  validateSearch: readStatsSearch,
  component: Stats,
});

function Stats() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <StatsPage search={search} onSearch={(chosen) => void navigate({ search: chosen, resetScroll: false })} />
  );
}
