import { createFileRoute } from '@tanstack/react-router';
import { ApplyPage } from '../creator/accounts/page-form/apply-page.tsx';
import { signedInPage } from '../shell/session-guard.ts';

export const Route = createFileRoute('/apply')({
  ...signedInPage,
  component: ApplyPage,
});
