import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  deleteIdcard,
  type EditIdentity,
  editIdcard,
  listIdcards,
} from '#services/api/tickets/contract/identities.ts';
import { call } from './client.ts';

/** The signed-in person's ticket holders, masked; newest first. */
export const identitiesQuery = queryOptions({
  queryKey: ['identities'],
  queryFn: async ({ signal }) => (await call(listIdcards, {}, { signal })).list,
});

/** Adds, or changes the one with the given id; refused by field, which the form shows. */
export function useSaveIdentity() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (input: EditIdentity) => (await call(editIdcard, input)).identity,
    meta: { quiet: true },
    onSettled: () => client.invalidateQueries({ queryKey: identitiesQuery.queryKey }),
  });
}

export function useDeleteIdentity() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (identity_id: string) => call(deleteIdcard, { identity_id }),
    onSettled: () => client.invalidateQueries({ queryKey: identitiesQuery.queryKey }),
  });
}
