import { useQuery } from '@tanstack/react-query';
import { listMySponsorships, type Sponsoring } from '#services/contract/memberships/sponsors.ts';
import { queryOf } from '../../api/queries.ts';
import { useProfile } from '../../app/session.ts';

type Membership = Sponsoring['list'][number]['plans'][number];
const NONE: readonly Membership[] = [];

/** The memberships of this creator that the reader has now; none for a guest. */
export function useMembershipsOf(creator_id: string): readonly Membership[] {
  const { data } = useQuery(queryOf(listMySponsorships, {}, { enabled: useProfile() != null }));
  return data?.list.find(({ user }) => user.user_id === creator_id)?.plans ?? NONE;
}
