import { createFileRoute } from '@tanstack/react-router';
import { CloseAccountPage } from '../fan/accounts/settings/close-account-page.tsx';
import { signedInPage } from '../shell/session-guard.ts';

export const Route = createFileRoute('/setting/close-account')({
  ...signedInPage,
  component: CloseAccountPage,
});
