import { useQuery } from '@tanstack/react-query';
import { getInitConfig } from '#services/contract/accounts/accounts.ts';
import { queryOf } from '../api/queries.ts';

/** The operator's own pages and ICP number; empty: none. */
export const useOperator = () =>
  useQuery(queryOf(getInitConfig, {}, { staleTime: Number.POSITIVE_INFINITY })).data?.operator;
