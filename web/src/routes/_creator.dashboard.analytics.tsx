import { createFileRoute } from '@tanstack/react-router';
import { withTable } from '../components/table/view.ts';
import { AnalyticsPage } from '../creator/stats/analytics/analytics-page.tsx';
import { readStatsSearch } from '../creator/stats/stats-search.ts';

export const Route = createFileRoute('/_creator/dashboard/analytics')({
  validateSearch: readStatsSearch,
  component: Analytics,
});

function Analytics() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <AnalyticsPage
      search={search}
      onSearch={(chosen) => void navigate({ search: withTable(chosen), resetScroll: false })}
    />
  );
}
