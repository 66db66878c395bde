import { createFileRoute } from '@tanstack/react-router';
import { MyBillPage, type MyBillSearch } from '../fan/orders/bill/spending-page.tsx';
import { textIn, wholeIn } from '../shell/search.ts';
import { sessionRequired, signedIn } from '../shell/session-guard.ts';

const MONTH = /^\d{4}-(0[1-9]|1[0-2])$/;

export const Route = createFileRoute('/my/bill')({
  validateSearch: (search): MyBillSearch => {
    const month = textIn(search, 'month');
    return {
      month: month !== undefined && MONTH.test(month) ? month : undefined,
      page: wholeIn(search, 'page', 1, 100_000),
    };
  },
  staticData: sessionRequired,
  beforeLoad: signedIn,
  component: MyBill,
});

function MyBill() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return <MyBillPage search={search} onSearch={(chosen) => void navigate({ search: chosen })} />;
}
