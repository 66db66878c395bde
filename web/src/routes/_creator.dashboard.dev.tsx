import { createFileRoute } from '@tanstack/react-router';
import { DeveloperPage } from '../creator/open/developer-page.tsx';
import { pageSearch } from '../shell/search.ts';
import { searchPage } from '../shell/search-page.tsx';

export const Route = createFileRoute('/_creator/dashboard/dev')({
  validateSearch: pageSearch,
  component: searchPage(DeveloperPage, true),
});
