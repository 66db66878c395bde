import { createFileRoute } from '@tanstack/react-router';
import { AnalyticsPage } from '../creator/stats/analytics/analytics-page.tsx';
import { readStatsSearch } from '../creator/stats/stats-search.ts';
import { searchPage } from '../shell/search-page.tsx';

export const Route = createFileRoute('/_creator/dashboard/analytics')({
  validateSearch: readStatsSearch,
  component: searchPage(AnalyticsPage),
});
