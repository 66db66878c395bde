import { createFileRoute } from '@tanstack/react-router';
import { withTable } from '../components/table/view.ts';
import { readOrderSearch } from '../creator/orders/order-search.ts';
import { OrdersPage } from '../creator/orders/orders-page.tsx';

export const Route = createFileRoute('/_creator/dashboard/sponsored-bill')({
  validateSearch: readOrderSearch,
  component: SponsoredBill,
});

function SponsoredBill() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <OrdersPage
      search={search}
      onSearch={(chosen) => void navigate({ search: withTable(chosen), resetScroll: false })}
    />
  );
}
