import type { QueryClient } from '@tanstack/react-query';
import { profileQuery, useProfile } from '../../api/session.ts';
import { signedIn } from '../../shell/session-guard.ts';

interface Entering {
  context: { queryClient: QueryClient };
  location: { href: string };
}

/** `beforeLoad` of the desk: guests sign in first. Whoever has another role is told so by the frame. */
export async function deskOpened(entering: Entering): Promise<void> {
  await signedIn(entering);
  await entering.context.queryClient.ensureQueryData(profileQuery);
}

/** Whether the signed-in person holds the role; the server holds every call to it. */
export const useIsFinance = (): boolean => useProfile()?.roles.includes('finance') === true;
