import { createFileRoute } from '@tanstack/react-router';
import { type OfferFilter, OffersPage } from '../creator/catalog/offers/offers-page.tsx';
import { oneOf } from '../shell/search.ts';

export const Route = createFileRoute('/_creator/setting/shop')({
  validateSearch: (search): { status?: OfferFilter } => ({ status: oneOf(search, 'status', ['1', '3']) }),
  component: ShopSettings,
});

function ShopSettings() {
  const { status } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <OffersPage
      area="shop"
      filter={status}
      onFilter={(chosen) => void navigate({ search: { status: chosen } })}
    />
  );
}
