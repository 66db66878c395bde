import { createFileRoute } from '@tanstack/react-router';
import { PROVIDERS, VIEWS } from '../finance/books/reconciliation/item-filter.ts';
import {
  ReconciliationPage,
  type ReconciliationSearch,
} from '../finance/books/reconciliation/reconciliation-page.tsx';
import { dayIn, oneOf, pageIn, textIn } from '../shell/search.ts';
import { searchPage } from '../shell/search-page.tsx';

const MAX_ID_LENGTH = 64;
const MAX_WORDS_LENGTH = 100;

export const Route = createFileRoute('/finance/reconciliation')({
  validateSearch: (search): ReconciliationSearch => ({
    view: oneOf(search, 'view', VIEWS),
    q: textIn(search, 'q')?.slice(0, MAX_WORDS_LENGTH),
    provider: oneOf(search, 'provider', PROVIDERS),
    from: dayIn(search, 'from'),
    to: dayIn(search, 'to'),
    page: pageIn(search),
    item: textIn(search, 'item')?.slice(0, MAX_ID_LENGTH),
    statement: textIn(search, 'statement')?.slice(0, MAX_ID_LENGTH),
    statements: pageIn(search, 'statements'),
  }),
  component: searchPage(ReconciliationPage),
});
