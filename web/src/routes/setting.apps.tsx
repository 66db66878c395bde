import { createFileRoute } from '@tanstack/react-router';
import { ConnectedAppsPage } from '../fan/open/connected-apps-page.tsx';
import { signedInPage } from '../shell/session-guard.ts';

export const Route = createFileRoute('/setting/apps')({
  ...signedInPage,
  component: ConnectedAppsPage,
});
