import { createFileRoute } from '@tanstack/react-router';
import { NotificationPage } from '../fan/messages/settings/notification-page.tsx';
import { signedInPage } from '../shell/session-guard.ts';

export const Route = createFileRoute('/setting/notification')({
  ...signedInPage,
  component: NotificationPage,
});
