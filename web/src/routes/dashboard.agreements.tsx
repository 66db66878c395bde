import { createFileRoute } from '@tanstack/react-router';
import { AgreementsPage } from '../fan/memberships/agreements-page.tsx';
import { signedInPage } from '../shell/session-guard.ts';

export const Route = createFileRoute('/dashboard/agreements')({
  ...signedInPage,
  component: AgreementsPage,
});
