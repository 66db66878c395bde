import { createFileRoute } from '@tanstack/react-router';
import { readStaffCases } from '../components/cases/staff-cases-search.ts';
import { searchPage } from '../shell/search-page.tsx';
import { signedInPage } from '../shell/session-guard.ts';
import { StaffCasesPage } from '../support/cases-page.tsx';

export const Route = createFileRoute('/support_/cases')({
  ...signedInPage,
  validateSearch: readStaffCases,
  component: searchPage(StaffCasesPage),
});
