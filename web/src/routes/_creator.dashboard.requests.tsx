import { createFileRoute } from '@tanstack/react-router';
import { CasesPage, type CasesSearch } from '../creator/cases/cases-page.tsx';
import { pageIn, wholeIn } from '../shell/search.ts';
import { searchPage } from '../shell/search-page.tsx';

export const Route = createFileRoute('/_creator/dashboard/requests')({
  validateSearch: (search): CasesSearch => ({ page: pageIn(search), over: wholeIn(search, 'over', 0, 1) }),
  component: searchPage(CasesPage),
});
