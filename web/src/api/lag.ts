import { queryOptions } from '@tanstack/react-query';
import { getLag } from '#services/api/system/contract.ts';
import { call } from './client.ts';

const ASKED_EVERY_MS = 60_000;

/** Read models that are late or incomplete; polled once a minute. */
export const lagQuery = queryOptions({
  queryKey: ['lag'],
  queryFn: ({ signal }) => call(getLag, {}, { signal }),
  staleTime: ASKED_EVERY_MS / 2,
  refetchInterval: ASKED_EVERY_MS,
});
