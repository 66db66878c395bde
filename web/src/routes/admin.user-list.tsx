import { createFileRoute } from '@tanstack/react-router';
import { readPeopleList } from '../components/staff/lists/search.ts';
import { UsersListPage } from '../components/staff/lists/users-list.tsx';
import { searchPage } from '../shell/search-page.tsx';

export const Route = createFileRoute('/admin/user-list')({
  validateSearch: readPeopleList,
  component: searchPage(UsersListPage),
});
