import { createFileRoute } from '@tanstack/react-router';
import { readOrderSearch } from '../creator/orders/order-search.ts';
import { OrdersPage } from '../creator/orders/orders-page.tsx';
import { searchPage } from '../shell/search-page.tsx';

export const Route = createFileRoute('/_creator/dashboard/sponsored-bill')({
  validateSearch: readOrderSearch,
  component: searchPage(OrdersPage),
});
