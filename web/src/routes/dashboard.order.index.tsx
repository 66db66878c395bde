import { createFileRoute } from '@tanstack/react-router';
import { OrdersPage } from '../fan/orders/orders-page.tsx';
import { pageIn, wholeIn } from '../shell/search.ts';
import { signedInPage } from '../shell/session-guard.ts';

interface OrdersSearch {
  page?: number | undefined;
  status?: number | undefined;
  product_type?: number | undefined;
  refund_state?: number | undefined;
}

export const Route = createFileRoute('/dashboard/order/')({
  validateSearch: (search): OrdersSearch => ({
    page: pageIn(search),
    status: wholeIn(search, 'status', 1, 3),
    product_type: wholeIn(search, 'product_type', 0, 4),
    refund_state: wholeIn(search, 'refund_state', 0, 2),
  }),
  ...signedInPage,
  component: OrdersPage,
});
