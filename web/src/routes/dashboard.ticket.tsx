import { createFileRoute } from '@tanstack/react-router';
import { WalletPage } from '../fan/tickets/wallet-page.tsx';
import { pageSearch } from '../shell/search.ts';
import { searchPage } from '../shell/search-page.tsx';
import { signedInPage } from '../shell/session-guard.ts';

export const Route = createFileRoute('/dashboard/ticket')({
  validateSearch: pageSearch,
  ...signedInPage,
  component: searchPage(WalletPage, true),
});
