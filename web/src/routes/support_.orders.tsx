import { createFileRoute } from '@tanstack/react-router';
import { readOrdersList } from '../components/staff/lists/search.ts';
import { searchPage } from '../shell/search-page.tsx';
import { signedInPage } from '../shell/session-guard.ts';
import { SupportOrdersPage } from '../support/list-pages.tsx';

export const Route = createFileRoute('/support_/orders')({
  ...signedInPage,
  validateSearch: readOrdersList,
  component: searchPage(SupportOrdersPage),
});
