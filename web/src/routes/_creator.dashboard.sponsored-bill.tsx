import { createFileRoute } from '@tanstack/react-router';
import { readBillSearch } from '../creator/orders/order-search.ts';
import { BillPage } from '../creator/orders/orders-page.tsx';

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
