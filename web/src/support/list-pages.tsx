import { OrdersListPage } from '../components/staff/lists/orders-list.tsx';
import type { OrdersListSearch, PeopleListSearch } from '../components/staff/lists/search.ts';
import { UsersListPage } from '../components/staff/lists/users-list.tsx';
import type { SearchState } from '../shell/search.ts';
import { SupportFrame } from './support-frame.tsx';

/** /support/users: everybody who has an account, without sums. */
export const SupportUsersPage = (state: SearchState<PeopleListSearch>) => (
  <SupportFrame>
    <UsersListPage {...state} />
  </SupportFrame>
);

/** /support/orders: everybody's orders. */
export const SupportOrdersPage = (state: SearchState<OrdersListSearch>) => (
  <SupportFrame>
    <OrdersListPage {...state} />
  </SupportFrame>
);
