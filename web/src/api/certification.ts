import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { checkCertification, submitCertification } from '#services/api/accounts/contract/certification.ts';
import { call } from './client.ts';
import { profileQuery } from './session.ts';

export const certificationQuery = queryOptions({
  queryKey: ['certification'],
  queryFn: ({ signal }) => call(checkCertification, {}, { signal }),
});

export function useSubmitCertification() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (url: string) => call(submitCertification, { url }),
    onSuccess: async (answer) => {
      client.setQueryData(certificationQuery.queryKey, answer);
      await client.invalidateQueries({ queryKey: profileQuery.queryKey });
    },
    meta: { quiet: true },
  });
}
