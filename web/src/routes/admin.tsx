import { createFileRoute } from '@tanstack/react-router';
import { AdminFrame } from '../admin/admin-frame.tsx';
import { profileQuery } from '../api/session.ts';
import { sessionRequired, signedIn } from '../shell/session-guard.ts';

export const Route = createFileRoute('/admin')({
  staticData: sessionRequired,
  async beforeLoad(entering) {
    await signedIn(entering);
    await entering.context.queryClient.ensureQueryData(profileQuery);
  },
  component: AdminFrame,
});
