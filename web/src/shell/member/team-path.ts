import type { Profile } from '#services/contract/accounts/accounts.ts';

type TeamRight = Profile['teams'][number]['rights'][number];

const PATHS: Readonly<Record<TeamRight, string>> = {
  orders: '/dashboard/sponsored-bill',
  tickets: '/dashboard/guests',
  stats: '/dashboard/analytics',
  content: '/dashboard/posts',
};

/** Where a member of a team begins, by the first right. */
export const teamPath = ([first = 'orders']: readonly TeamRight[]): string => PATHS[first];
