import { createFileRoute } from '@tanstack/react-router';
import { ConnectedAppsPage } from '../fan/open/connected-apps-page.tsx';
import { sessionRequired, signedIn } from '../shell/session-guard.ts';

export const Route = createFileRoute('/setting/apps')({
  staticData: sessionRequired,
  beforeLoad: signedIn,
  component: ConnectedAppsPage,
});
