import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { EditIdentity, Identity } from '#services/api/tickets/contract/identities.ts';
import { get, post } from './client.ts';

/** The people whom the signed-in person buys tickets for, masked; the newest first. */
export const identitiesQuery = queryOptions({
  queryKey: ['identities'],
  queryFn: async ({ signal }) => (await get<{ list: Identity[] }>('/api/user/all-idcards', {}, signal)).list,
});

/** Adds, or changes the one with the given id; refused by field, which the form shows. */
export function useSaveIdentity() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (input: EditIdentity) =>
      (await post<{ identity: Identity }>('/api/user/edit-idcard', input)).identity,
    meta: { quiet: true },
    onSettled: () => client.invalidateQueries({ queryKey: identitiesQuery.queryKey }),
  });
}

export function useDeleteIdentity() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (identity_id: string) => post('/api/user/delete-idcard', { identity_id }),
    onSettled: () => client.invalidateQueries({ queryKey: identitiesQuery.queryKey }),
  });
}
