import { createFileRoute } from '@tanstack/react-router';
import { PROVIDERS, VIEWS } from '../finance/books/reconciliation/item-filter.ts';
import {
  ReconciliationPage,
  type ReconciliationSearch,
} from '../finance/books/reconciliation/reconciliation-page.tsx';
import { dayIn, oneOf, pageIn, textIn } from '../shell/search.ts';
import { searchPage } from '../shell/search-page.tsx';

const LONGEST_ID = 64;
const LONGEST_WORDS = 100;

export const Route = createFileRoute('/finance/reconciliation')({
  validateSearch: (search): ReconciliationSearch => ({
    view: oneOf(search, 'view', VIEWS),
    q: textIn(search, 'q')?.slice(0, LONGEST_WORDS),
    provider: oneOf(search, 'provider', PROVIDERS),
    from: dayIn(search, 'from'),
    to: dayIn(search, 'to'),
    page: pageIn(search),
    item: textIn(search, 'item')?.slice(0, LONGEST_ID),
    statement: textIn(search, 'statement')?.slice(0, LONGEST_ID),
    statements: pageIn(search, 'statements'),
  }),
  component: searchPage(ReconciliationPage),
});
