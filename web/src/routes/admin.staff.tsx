import { createFileRoute } from '@tanstack/react-router';
import { StaffPage } from '../admin/staff-page.tsx';
import { pageSearch } from '../shell/search.ts';
import { searchPage } from '../shell/search-page.tsx';

export const Route = createFileRoute('/admin/staff')({
  validateSearch: pageSearch,
  component: searchPage(StaffPage),
});
