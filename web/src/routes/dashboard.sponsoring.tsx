import { createFileRoute } from '@tanstack/react-router';
import { SponsoringPage } from '../fan/memberships/sponsoring-page.tsx';
import { sessionRequired, signedIn } from '../shell/session-guard.ts';

export const Route = createFileRoute('/dashboard/sponsoring')({
  staticData: sessionRequired,
  beforeLoad: signedIn,
  component: SponsoringPage,
});
