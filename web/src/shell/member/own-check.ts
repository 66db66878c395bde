import { useQuery } from '@tanstack/react-query';
import { getMyCheck } from '#services/contract/messages/calls.ts';
import { UNREAD_TOPIC } from '#services/contract/system/live.ts';
import { queryOf } from '../../api/queries.ts';
import { useProfile } from '../../app/session.ts';

const POLL_MS = 60_000;

/** What waits for the signed-in person; asked for every minute by all its users together, and when something arrives. */
export const useOwnCheck = () =>
  useQuery({
    ...queryOf(
      getMyCheck,
      {},
      { staleTime: POLL_MS, refetchInterval: POLL_MS, enabled: useProfile() != null },
    ),
    meta: { topics: [UNREAD_TOPIC] },
  }).data;
