import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { TeamMember } from '#services/api/accounts/contract/team.ts';
import type { Order } from '#services/api/orders/contract/order-list.ts';
import { get, post } from './client.ts';
import type { Page } from './creators.ts';

/** Whom the creator lets act for them; those who came first stand first. */
export const teamQuery = queryOptions({
  queryKey: ['team'],
  queryFn: async ({ signal }) =>
    (await get<{ list: TeamMember[] }>('/api/creator/get-team-members', {}, signal)).list,
});

const ORDERS_A_PAGE = 20;

/** A creator's orders, newest first, for a member of the team. */
export const teamOrdersQuery = (creator_id: string, search_q: string | undefined, page: number) =>
  queryOptions({
    queryKey: ['orders', 'team', creator_id, search_q ?? '', page],
    queryFn: ({ signal }) =>
      get<Page<Order>>(
        '/api/creator/team-orders',
        { creator_id, search_q, page, per_page: ORDERS_A_PAGE },
        signal,
      ),
    placeholderData: keepPreviousData,
    meta: { topics: ['orders'] },
  });

export const teamOrderPages = (total: number): number => Math.ceil(total / ORDERS_A_PAGE);

function useTeamChange<Input extends object>(path: string, quiet = false) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: Input) => post(path, input),
    meta: { quiet },
    onSettled: () => client.invalidateQueries({ queryKey: teamQuery.queryKey }),
  });
}

/** Refused by field, which the form shows. */
export const useAddMember = () =>
  useTeamChange<{ account: string; member_name: string }>('/api/creator/add-team-member', true);

export const useRenameMember = () =>
  useTeamChange<{ user_id: string; member_name: string }>('/api/creator/edit-team-member', true);

export const useRemoveMember = () => useTeamChange<{ user_id: string }>('/api/creator/delete-team-member');
