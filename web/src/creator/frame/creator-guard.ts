import type { QueryClient } from '@tanstack/react-query';
import { redirect } from '@tanstack/react-router';
import { actingCreator, stopActing } from '../../app/acting-creator.ts';
import { profileQuery, useProfile } from '../../app/session.ts';
import { signedIn } from '../../shell/session-guard.ts';

interface Entering {
  context: { queryClient: QueryClient };
  location: { href: string };
}

/** `beforeLoad` of the creator area: guests sign in first, fans see how to become a creator. Members of a team enter. */
export async function creatorsOnly(entering: Entering): Promise<void> {
  await signedIn(entering);
  const profile = await entering.context.queryClient.ensureQueryData(profileQuery);
  const acts = profile?.teams.some(({ creator }) => creator.user_id === actingCreator());
  if (acts) return;
  stopActing();
  if (profile?.creator === null) throw redirect({ to: '/apply' });
}

/** The signed-in creator. Pages behind `creatorsOnly` have one; while signing out there is none. */
export const useCreator = () => useProfile()?.user;
