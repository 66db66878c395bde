import { createFileRoute } from '@tanstack/react-router';
import { IdentityPage } from '../fan/tickets/identities/identity-page.tsx';
import { signedInPage } from '../shell/session-guard.ts';

export const Route = createFileRoute('/setting/identity')({
  ...signedInPage,
  component: IdentityPage,
});
