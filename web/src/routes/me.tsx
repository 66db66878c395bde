import { createFileRoute } from '@tanstack/react-router';
import { MePage } from '../fan/accounts/me/me-page.tsx';
import { signedInPage } from '../shell/session-guard.ts';

export const Route = createFileRoute('/me')({
  ...signedInPage,
  component: MePage,
});
