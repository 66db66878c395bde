import { useQuery } from '@tanstack/react-query';
import { configQuery } from './config-query.ts';

/** The operator's own pages and ICP number; empty: none. */
export const useOperator = () => useQuery(configQuery).data?.operator;
