import { createFileRoute } from '@tanstack/react-router';
import { readPeopleList } from '../components/staff/lists/search.ts';
import { searchPage } from '../shell/search-page.tsx';
import { signedInPage } from '../shell/session-guard.ts';
import { SupportUsersPage } from '../support/list-pages.tsx';

export const Route = createFileRoute('/support_/users')({
  ...signedInPage,
  validateSearch: readPeopleList,
  component: searchPage(SupportUsersPage),
});
