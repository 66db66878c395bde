import { createFileRoute } from '@tanstack/react-router';
import { AdminFrame } from '../admin/admin-frame.tsx';
import { sessionRequired, signedIn } from '../shell/session-guard.ts';

export const Route = createFileRoute('/admin')({
  staticData: sessionRequired,
  beforeLoad: signedIn,
  component: AdminFrame,
});
