import { createFileRoute } from '@tanstack/react-router';
import { ApplyPage } from '../creator/accounts/page-form/apply-page.tsx';
import { sessionRequired, signedIn } from '../shell/session-guard.ts';

export const Route = createFileRoute('/apply')({
  staticData: sessionRequired,
  beforeLoad: signedIn,
  component: ApplyPage,
});
