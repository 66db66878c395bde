import { createFileRoute } from '@tanstack/react-router';
import { AdminFrame } from '../admin/admin-frame.tsx';
import { signedInPage } from '../shell/session-guard.ts';

export const Route = createFileRoute('/admin')({
  ...signedInPage,
  component: AdminFrame,
});
