import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { getMyProfile, login, logout, type Profile } from '#services/contract/accounts/accounts.ts';
import { call } from '../api/client.ts';
import { useCall } from '../api/queries.ts';
import { isSignedOut } from '../api/refusal.ts';
import { actingCreator, stopActing } from './acting-creator.ts';
import { showPerson } from './windows/person.ts';

async function profile(): Promise<Profile | null> {
  try {
    const found = await call(getMyProfile);
    showPerson(found.user.user_id);
    return found;
  } catch (error) {
    if (!isSignedOut(error)) throw error;
    showPerson(undefined);
    return null;
  }
}

/** The signed-in user; null for a guest. The token is in a cookie that scripts cannot read. */
export const profileQuery = queryOptions({
  queryKey: ['session', 'profile'],
  queryFn: profile,
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
});

/** The signed-in person, null for a guest, undefined while it is not known. */
export const useProfile = (): Profile | null | undefined => useQuery(profileQuery).data;

/** The team in whose name the person works in this tab; undefined: the own pages. */
export const useTeam = (): Profile['teams'][number] | undefined =>
  useProfile()?.teams.find(({ creator }) => creator.user_id === actingCreator());

/** The creator whose studio is open: the person, or the creator of that team; empty for a guest. */
export function useStudioCreatorId(): string {
  const own = useProfile()?.user.user_id ?? '';
  return useTeam()?.creator.user_id ?? own;
}

/** The person is a guest from now on. */
export function sessionEnded(client: QueryClient): void {
  showPerson(undefined);
  client.setQueryData(profileQuery.queryKey, null);
}

/** Loads the present user, and drops the data of the former one. */
export async function personChanged(client: QueryClient): Promise<void> {
  stopActing();
  await client.fetchQuery({ ...profileQuery, staleTime: 0 });
  await client.resetQueries({ predicate: (query) => query.queryKey[0] !== 'session' });
}

export function useSignIn() {
  const client = useQueryClient();
  return useCall(login, { quiet: true, refresh: false, onSuccess: () => personChanged(client) });
}

export function useSignOut() {
  const client = useQueryClient();
  return useCall(logout, {
    refresh: false,
    onSettled: async () => {
      sessionEnded(client);
      await personChanged(client);
    },
  });
}
