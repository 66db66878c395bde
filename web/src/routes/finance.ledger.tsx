import { createFileRoute } from '@tanstack/react-router';
import { withTable } from '../components/table/view.ts';
import { isDay } from '../creator/stats/period.ts';
import { LedgerPage, type LedgerSearch } from '../finance/books/ledger-page.tsx';
import { textIn, wholeIn } from '../shell/search.ts';

const ACCOUNT = /^[a-z][0-9A-Za-z:_-]{0,119}$/;

export const Route = createFileRoute('/finance/ledger')({
  validateSearch: (search): LedgerSearch => {
    const account = textIn(search, 'account');
    const [from, to] = [textIn(search, 'from'), textIn(search, 'to')];
    return {
      account: account !== undefined && ACCOUNT.test(account) ? account : undefined,
      from: isDay(from) ? from : undefined,
      to: isDay(to) ? to : undefined,
      page: wholeIn(search, 'page', 1, 100_000),
      entry: wholeIn(search, 'entry', 1, 999_999_999_999),
    };
  },
  component: Ledger,
});

function Ledger() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <LedgerPage
      search={search}
      onSearch={(chosen) => void navigate({ search: withTable(chosen), resetScroll: false })}
    />
  );
}
