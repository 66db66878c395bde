import { createFileRoute } from '@tanstack/react-router';
import { StatsPage } from '../creator/stats/stats-page.tsx';
import { readStatsSearch } from '../creator/stats/stats-search.ts';
import { searchPage } from '../shell/search-page.tsx';

export const Route = createFileRoute('/_creator/dashboard/stats')({
  validateSearch: readStatsSearch,
  component: searchPage(StatsPage),
});
