import { createFileRoute } from '@tanstack/react-router';
import { IncomePage, type IncomeSearch } from '../creator/income/income-page.tsx';
import { monthIn, pageIn } from '../shell/search.ts';
import { searchPage } from '../shell/search-page.tsx';

export const Route = createFileRoute('/_creator/dashboard/income')({
  validateSearch: (search): IncomeSearch => ({
    month: monthIn(search, 'month'),
    page: pageIn(search),
  }),
  component: searchPage(IncomePage),
});
