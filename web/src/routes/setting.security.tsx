import { createFileRoute } from '@tanstack/react-router';
import { SecurityPage } from '../fan/accounts/security/security-page.tsx';
import { signedInPage } from '../shell/session-guard.ts';

export const Route = createFileRoute('/setting/security')({
  ...signedInPage,
  component: SecurityPage,
});
