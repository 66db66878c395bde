import { createFileRoute } from '@tanstack/react-router';
import { BillPage } from '../creator/bill/bill-page.tsx';
import { readBillSearch } from '../creator/bill/bill-search.ts';

export const Route = createFileRoute('/_creator/dashboard/sponsored-bill')({
  validateSearch: readBillSearch,
  component: SponsoredBill,
});

function SponsoredBill() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <BillPage search={search} onSearch={(chosen) => void navigate({ search: chosen, resetScroll: false })} />
  );
}
