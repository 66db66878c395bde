import { createFileRoute } from '@tanstack/react-router';
import { OrdersPage } from '../fan/orders/orders-page.tsx';
import { wholeIn } from '../shell/search.ts';
import { sessionRequired, signedIn } from '../shell/session-guard.ts';

export const Route = createFileRoute('/dashboard/order/')({
  validateSearch: (search): { page?: number | undefined; status?: number | undefined } => ({
    page: wholeIn(search, 'page', 1, 100_000),
    status: wholeIn(search, 'status', 1, 3),
  }),
  staticData: sessionRequired,
  beforeLoad: signedIn,
  component: OrdersPage,
});
