import { useQuery } from '@tanstack/react-query';
import { listAffiliates, listMyAffiliates } from '#services/contract/affiliates/calls.ts';
import { queryOf } from '../../api/queries.ts';
import { useProfile } from '../../app/session.ts';

/** Whether the signed-in creator may open codes, has some, or is named by some. */
export function useHasAffiliates(): boolean {
  const profile = useProfile();
  const allowed = profile?.rights.can_affiliate === true;
  const enabled = profile?.creator != null && !allowed;
  const own = useQuery(queryOf(listAffiliates, { page: 1 }, { enabled }));
  const received = useQuery(queryOf(listMyAffiliates, { page: 1 }, { enabled }));
  const found = (own.data?.total_count ?? 0) + (received.data?.total_count ?? 0);
  return allowed || (enabled && found > 0);
}
