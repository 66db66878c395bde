import { createFileRoute } from '@tanstack/react-router';
import { type OfferFilter, OffersPage } from '../creator/catalog/offers/offers-page.tsx';
import { oneOf } from '../shell/search.ts';

export const Route = createFileRoute('/_creator/setting/plan')({
  validateSearch: (search): { status?: OfferFilter } => ({ status: oneOf(search, 'status', ['1', '3']) }),
  component: PlanSettings,
});

function PlanSettings() {
  const { status } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <OffersPage
      area="plans"
      filter={status}
      onFilter={(chosen) => void navigate({ search: { status: chosen } })}
    />
  );
}
