import { createFileRoute } from '@tanstack/react-router';
import { SponsoringPage } from '../fan/memberships/sponsoring-page.tsx';
import { signedInPage } from '../shell/session-guard.ts';

export const Route = createFileRoute('/dashboard/sponsoring')({
  ...signedInPage,
  component: SponsoringPage,
});
