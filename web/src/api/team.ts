import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { TeamMember } from '#services/api/contract/team.ts';
import { get, post } from './client.ts';

/** Whom the creator lets act for them; those who came first stand first. */
export const teamQuery = queryOptions({
  queryKey: ['team'],
  queryFn: async ({ signal }) =>
    (await get<{ list: TeamMember[] }>('/api/creator/get-team-members', {}, signal)).list,
});

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
