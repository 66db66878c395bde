import { createFileRoute } from '@tanstack/react-router';
import { PurchasedPage, type PurchasedSearch } from '../fan/orders/purchased/purchased-page.tsx';
import { wholeIn } from '../shell/search.ts';
import { sessionRequired, signedIn } from '../shell/session-guard.ts';

export const Route = createFileRoute('/dashboard/purchased')({
  validateSearch: (search): PurchasedSearch => ({
    page: wholeIn(search, 'page', 1, 100_000),
    product_type: wholeIn(search, 'product_type', 1, 4),
  }),
  staticData: sessionRequired,
  beforeLoad: signedIn,
  component: Purchased,
});

function Purchased() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return <PurchasedPage search={search} onSearch={(chosen) => void navigate({ search: chosen })} />;
}
