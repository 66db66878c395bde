import { createFileRoute } from '@tanstack/react-router';
import { OrdersListPage } from '../components/staff/lists/orders-list.tsx';
import { readOrdersList } from '../components/staff/lists/search.ts';
import { searchPage } from '../shell/search-page.tsx';

export const Route = createFileRoute('/admin/orders')({
  validateSearch: readOrdersList,
  component: searchPage(OrdersListPage),
});
