import { useQuery } from '@tanstack/react-query';
import { listOpenTokens } from '#services/contract/open/developer.ts';
import { queryOf } from '../../api/queries.ts';

/** The address of the installation for programs (`PUBLIC_URL`), which can differ from that of this page; empty at first. */
export const usePublicUrl = (): string => useQuery(queryOf(listOpenTokens, {})).data?.public_url ?? '';
