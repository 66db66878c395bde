import { queryOptions } from '@tanstack/react-query';
import type { Region } from '#services/api/delivery/contract/regions.ts';
import { get } from './client.ts';

/** What a region is asked for: what lies one level below it. */
export type RegionLevel = 'provinces' | 'cities' | 'areas' | 'streets';

/** Regions of a level below the region with that code; provinces lie below none. They do not change in a visit. */
export const regionsQuery = (level: RegionLevel, code: string) =>
  queryOptions({
    queryKey: ['regions', level, code],
    queryFn: async ({ signal }) =>
      (await get<{ list: Region[] }>(`/api/ship/${level}`, { code }, signal)).list,
    enabled: level === 'provinces' || code !== '',
    staleTime: Number.POSITIVE_INFINITY,
  });
