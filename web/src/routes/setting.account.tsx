import { createFileRoute } from '@tanstack/react-router';
import { AccountPage } from '../fan/accounts/settings/account-page.tsx';
import { signedInPage } from '../shell/session-guard.ts';

export const Route = createFileRoute('/setting/account')({
  ...signedInPage,
  component: AccountPage,
});
