import type { QueryClient } from '@tanstack/react-query';
import type { Profile } from '#services/contract/accounts/accounts.ts';
import { profileQuery } from '../app/session.ts';

const AREAS = { finance: '/finance', admin: '/admin', support: '/support' } as const;

/** Where a person begins: staff in their area, creators at their overview, fans at the feed, guests at the start. */
export function homeOf(profile: Pick<Profile, 'creator' | 'roles'> | null | undefined) {
  if (!profile) return '/';
  if (profile.creator !== null) return '/dashboard/stats';
  const role = (['finance', 'admin', 'support'] as const).find((one) => profile.roles.includes(one));
  return role === undefined ? '/feed' : AREAS[role];
}

/** The same of the person who has just signed in. */
export const homeIn = (client: QueryClient): string => homeOf(client.getQueryData(profileQuery.queryKey));
