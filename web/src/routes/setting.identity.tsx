import { createFileRoute } from '@tanstack/react-router';
import { IdentityPage } from '../fan/tickets/identities/identity-page.tsx';
import { sessionRequired, signedIn } from '../shell/session-guard.ts';

export const Route = createFileRoute('/setting/identity')({
  staticData: sessionRequired,
  beforeLoad: signedIn,
  component: IdentityPage,
});
