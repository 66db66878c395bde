import { createFileRoute } from '@tanstack/react-router';
import { AgreementsPage } from '../fan/memberships/agreements-page.tsx';
import { sessionRequired, signedIn } from '../shell/session-guard.ts';

export const Route = createFileRoute('/dashboard/agreements')({
  staticData: sessionRequired,
  beforeLoad: signedIn,
  component: AgreementsPage,
});
