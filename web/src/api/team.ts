import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  addTeamMember,
  deleteTeamMember,
  editTeamMember,
  getTeamMembers,
  teamOrders,
} from '#services/api/accounts/contract/team.ts';
import type { Endpoint, InputOf } from '#services/api/http/endpoint.ts';
import { call } from './client.ts';
/** The creator's team; oldest members first. */
export const teamQuery = queryOptions({
  queryKey: ['team'],
  queryFn: async ({ signal }) => (await call(getTeamMembers, {}, { signal })).list,
});

const ORDERS_A_PAGE = 20;

/** A creator's orders, newest first, for a member of the team. */
export const teamOrdersQuery = (creator_id: string, search_q: string | undefined, page: number) =>
  queryOptions({
    queryKey: ['orders', 'team', creator_id, search_q ?? '', page],
    queryFn: ({ signal }) =>
      call(teamOrders, { creator_id, search_q, page, per_page: ORDERS_A_PAGE }, { signal }),
    placeholderData: keepPreviousData,
    meta: { topics: ['orders'] },
  });

export const teamOrderPages = (total: number): number => Math.ceil(total / ORDERS_A_PAGE);

function useTeamChange<E extends typeof addTeamMember | typeof editTeamMember | typeof deleteTeamMember>(
  change: E,
  quiet = false,
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: InputOf<E>) => call<Endpoint>(change, input),
    meta: { quiet },
    onSettled: () => client.invalidateQueries({ queryKey: teamQuery.queryKey }),
  });
}

/** Refused by field, which the form shows. */
export const useAddMember = () => useTeamChange(addTeamMember, true);

export const useRenameMember = () => useTeamChange(editTeamMember, true);

export const useRemoveMember = () => useTeamChange(deleteTeamMember);
