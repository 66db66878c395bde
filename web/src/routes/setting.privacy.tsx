import { createFileRoute } from '@tanstack/react-router';
import { PrivacyPage } from '../fan/accounts/settings/privacy-page.tsx';
import { signedInPage } from '../shell/session-guard.ts';

export const Route = createFileRoute('/setting/privacy')({
  ...signedInPage,
  component: PrivacyPage,
});
