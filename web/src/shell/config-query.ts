import { getInitConfig } from '#services/contract/accounts/accounts.ts';
import { queryOf } from '../api/queries.ts';

/** The installation's settings: one request a visit. */
export const configQuery = queryOf(getInitConfig, {}, { staleTime: Number.POSITIVE_INFINITY });
