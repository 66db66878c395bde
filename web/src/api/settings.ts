import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  changePassword,
  editMyProfile,
  getMyAccount,
  revokeSessions,
  uploadPicture,
} from '#services/api/accounts/contract/accounts.ts';
import { call, upload } from './client.ts';
import { profileQuery } from './session.ts';

/** The signed-in person's own contact data. */
export const accountQuery = queryOptions({
  queryKey: ['account'],
  queryFn: async ({ signal }) => (await call(getMyAccount, {}, { signal })).account,
});

/** Changes the public profile: name and picture. */
export function useEditProfile() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: { name: string; avatar: string }) => call(editMyProfile, input),
    onSuccess: () => client.invalidateQueries({ queryKey: profileQuery.queryKey }),
  });
}

/** Stores a picture; answers its address. */
export const useUploadPicture = () =>
  useMutation({
    mutationFn: async (file: File) => (await upload(uploadPicture, file)).url,
  });

/** Every session but this one ends with it. */
export const useChangePassword = () =>
  useMutation({
    mutationFn: (input: { old_password: string; new_password: string }) => call(changePassword, input),
    meta: { quiet: true },
  });

/** Ends every session of this person, this one included. */
export const useSignOutEverywhere = () => useMutation({ mutationFn: () => call(revokeSessions) });
