import { useQuery } from '@tanstack/react-query';
import { getMyCheck } from '#services/contract/messages/calls.ts';
import { queryOf } from '../../api/queries.ts';
import { useProfile } from '../../app/session.ts';

const POLL_MS = 60_000;

/** What waits for the signed-in person; asked for every minute by all its users together. */
export const useOwnCheck = () =>
  useQuery(
    queryOf(getMyCheck, {}, { staleTime: POLL_MS, refetchInterval: POLL_MS, enabled: useProfile() != null }),
  ).data;
