import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { dismissMessage, listUndeliveredMessages, retryMessage } from '#services/api/messages/contract.ts';
import {
  type ApplicationVerdict,
  changeRole,
  decideCertification,
  getCertification,
  listCertifications,
  listStaff,
  listStaffHistory,
  type StaffRoleName,
} from '#services/api/staff/contract/admin.ts';
import { call } from './client.ts';

const A_PAGE = 20;
/** Applications come in without an event that an admin could hear of. */
const POLL_MS = 30_000;

export const adminPages = (total: number): number => Math.ceil(total / A_PAGE);

/** Staff members with the origin of each role. */
export const staffQuery = queryOptions({
  queryKey: ['admin', 'staff'],
  queryFn: ({ signal }) => call(listStaff, {}, { signal }),
  meta: { topics: ['staff_actions'] },
});

/** Actions on roles, rights and certifications, newest first. */
export const staffHistoryQuery = (page: number) =>
  queryOptions({
    queryKey: ['admin', 'history', page],
    queryFn: ({ signal }) => call(listStaffHistory, { page, per_page: A_PAGE }, { signal }),
    placeholderData: keepPreviousData,
    meta: { topics: ['staff_actions'] },
  });

interface RoleChange {
  /** The person: by the typed account, or by the row. */
  whom: { account: string } | { user_id: string };
  role: StaffRoleName;
  granted: boolean;
  reason: string;
}

/** Gives or takes a role, with why. */
export function useChangeRole() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ whom, ...change }: RoleChange) => {
      const done = await call(changeRole, { ...whom, ...change });
      return done;
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['admin'] }),
    meta: { quiet: true },
  });
}

/** Creators who ask to be certified, longest waiting first. */
export const waitingCreatorsQuery = (page: number) =>
  queryOptions({
    queryKey: ['admin', 'certifications', page],
    queryFn: ({ signal }) => call(listCertifications, { page, per_page: A_PAGE }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: POLL_MS,
    meta: { topics: ['staff_actions'] },
  });

/** Shows a creator's evidence: each look is recorded with its reason, so nothing is cached. */
export const useSeeApplication = (application_id: string) =>
  useMutation({
    mutationFn: (reason: string) => call(getCertification, { id: application_id, reason }),
    gcTime: 0,
    meta: { quiet: true },
  });

/** Approves, refuses or keeps waiting. */
export function useReviewApplication(application_id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (said: { verdict: ApplicationVerdict; reason: string }) => {
      const done = await call(decideCertification, { id: application_id, ...said });
      return done;
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['admin'] }),
    meta: { quiet: true },
  });
}

/** Messages that could not be delivered, newest first. */
export const undeliveredQuery = (page: number) =>
  queryOptions({
    queryKey: ['admin', 'undelivered', page],
    queryFn: ({ signal }) => call(listUndeliveredMessages, { page, per_page: A_PAGE }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: POLL_MS,
  });

/** Sends one again, or takes it off the list. */
export function useSettleMessage(act: 'retry' | 'dismiss') {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (message_id: number) => call(act === 'retry' ? retryMessage : dismissMessage, { message_id }),
    onSettled: () => client.invalidateQueries({ queryKey: ['admin', 'undelivered'] }),
  });
}
