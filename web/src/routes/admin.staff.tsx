import { createFileRoute } from '@tanstack/react-router';
import { StaffPage, type StaffSearch } from '../admin/staff-page.tsx';
import { pageIn } from '../shell/search.ts';
import { searchPage } from '../shell/search-page.tsx';

export const Route = createFileRoute('/admin/staff')({
  validateSearch: (search): StaffSearch => ({ page: pageIn(search) }),
  component: searchPage(StaffPage),
});
