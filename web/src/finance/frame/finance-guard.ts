import type { QueryClient } from '@tanstack/react-query';
import { profileQuery, useProfile } from '../../api/session.ts';
import { signedIn } from '../../shell/session-guard.ts';

interface Entering {
  context: { queryClient: QueryClient };
  location: { href: string };
}

/** `beforeLoad` of the area: guests sign in first. The frame informs users without the role. */
export async function deskOpened(entering: Entering): Promise<void> {
  await signedIn(entering);
  await entering.context.queryClient.ensureQueryData(profileQuery);
}

/** Whether the signed-in person holds the role; the server holds every call to it. */
export const useIsFinance = (): boolean => useProfile()?.roles.includes('finance') === true;
