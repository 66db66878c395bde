import { createFileRoute } from '@tanstack/react-router';
import { attentionKinds } from '#services/contract/books/finance-overview.ts';
import { OverviewPage, type OverviewSearch } from '../finance/books/overview/overview-page.tsx';
import { oneOf, pageIn } from '../shell/search.ts';
import { searchPage } from '../shell/search-page.tsx';

const TOTALS = ['pending', 'available', 'paying', 'psp', 'bank', 'other'] as const;

export const Route = createFileRoute('/finance/')({
  validateSearch: (search): OverviewSearch => ({
    kind: oneOf(search, 'kind', attentionKinds),
    total: oneOf(search, 'total', TOTALS),
    page: pageIn(search),
  }),
  component: searchPage(OverviewPage),
});
