import { createFileRoute } from '@tanstack/react-router';
import { CreatorsListPage } from '../components/staff/lists/creators-list.tsx';
import { readPeopleList } from '../components/staff/lists/search.ts';
import { searchPage } from '../shell/search-page.tsx';

export const Route = createFileRoute('/admin/creator-list')({
  validateSearch: readPeopleList,
  component: searchPage(CreatorsListPage),
});
