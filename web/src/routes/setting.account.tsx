import { createFileRoute } from '@tanstack/react-router';
import { AccountPage } from '../fan/accounts/settings/account-page.tsx';
import { sessionRequired, signedIn } from '../shell/session-guard.ts';

export const Route = createFileRoute('/setting/account')({
  staticData: sessionRequired,
  beforeLoad: signedIn,
  component: AccountPage,
});
