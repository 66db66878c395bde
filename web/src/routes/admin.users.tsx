import { createFileRoute } from '@tanstack/react-router';
import { UsersPage, type UsersSearch } from '../admin/users-page.tsx';
import { textIn } from '../shell/search.ts';
import { searchPage } from '../shell/search-page.tsx';

export const Route = createFileRoute('/admin/users')({
  validateSearch: (search): UsersSearch => ({
    user_id: textIn(search, 'user_id')?.slice(0, 64),
    reason: textIn(search, 'reason')?.slice(0, 200),
  }),
  component: searchPage(UsersPage),
});
