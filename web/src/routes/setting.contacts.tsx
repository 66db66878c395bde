import { createFileRoute, redirect } from '@tanstack/react-router';
import { sessionRequired, signedIn } from '../shell/session-guard.ts';

export const Route = createFileRoute('/setting/contacts')({
  staticData: sessionRequired,
  async beforeLoad(entering) {
    await signedIn(entering);
    // Email address and phone number are a part of the account.
    throw redirect({ to: '/setting/account', replace: true });
  },
});
