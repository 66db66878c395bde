import { createFileRoute } from '@tanstack/react-router';
import { TrialBalancePage, type TrialSearch } from '../finance/books/trial-balance-page.tsx';
import { oneOf } from '../shell/search.ts';
import { searchPage } from '../shell/search-page.tsx';

export const Route = createFileRoute('/finance/trial-balance')({
  validateSearch: (search): TrialSearch => ({ users: oneOf(search, 'users', ['each']) }),
  component: searchPage(TrialBalancePage),
});
