import { createFileRoute } from '@tanstack/react-router';
import { SpendingPage, type SpendingSearch } from '../fan/orders/bill/spending-page.tsx';
import { textIn, wholeIn } from '../shell/search.ts';
import { sessionRequired, signedIn } from '../shell/session-guard.ts';

const MONTH = /^\d{4}-(0[1-9]|1[0-2])$/;

export const Route = createFileRoute('/my/bill')({
  validateSearch: (search): SpendingSearch => {
    const month = textIn(search, 'month');
    return {
      month: month !== undefined && MONTH.test(month) ? month : undefined,
      page: wholeIn(search, 'page', 1, 100_000),
    };
  },
  staticData: sessionRequired,
  beforeLoad: signedIn,
  component: Spending,
});

function Spending() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return <SpendingPage search={search} onSearch={(chosen) => void navigate({ search: chosen })} />;
}
