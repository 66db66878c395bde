import { createFileRoute } from '@tanstack/react-router';
import { StaffCases } from '../components/cases/staff-cases.tsx';
import { readStaffCases } from '../components/cases/staff-cases-search.ts';
import { searchPage } from '../shell/search-page.tsx';

export const Route = createFileRoute('/finance/cases')({
  validateSearch: readStaffCases,
  component: searchPage(StaffCases),
});
