import { createFileRoute } from '@tanstack/react-router';
import { withTable } from '../components/table/view.ts';
import { isDay } from '../creator/stats/period.ts';
import { PROVIDERS, VIEWS } from '../finance/books/reconciliation/item-filter.ts';
import {
  ReconciliationPage,
  type ReconciliationSearch,
} from '../finance/books/reconciliation/reconciliation-page.tsx';
import { oneOf, textIn, wholeIn } from '../shell/search.ts';

const LONGEST_ID = 64;

export const Route = createFileRoute('/finance/reconciliation')({
  validateSearch: (search): ReconciliationSearch => {
    const [from, to] = [textIn(search, 'from'), textIn(search, 'to')];
    return {
      view: oneOf(search, 'view', VIEWS),
      provider: oneOf(search, 'provider', PROVIDERS),
      from: isDay(from) ? from : undefined,
      to: isDay(to) ? to : undefined,
      page: wholeIn(search, 'page', 1, 100_000),
      item: textIn(search, 'item')?.slice(0, LONGEST_ID),
      statement: textIn(search, 'statement')?.slice(0, LONGEST_ID),
      statements: wholeIn(search, 'statements', 1, 100_000),
    };
  },
  component: Reconciliation,
});

function Reconciliation() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <ReconciliationPage
      search={search}
      onSearch={(chosen) => void navigate({ search: withTable(chosen), resetScroll: false })}
    />
  );
}
