import { queryOptions } from '@tanstack/react-query';
import { areas, cities, shipProvinces, streets } from '#services/api/delivery/contract/regions.ts';
import { call } from './client.ts';

const LEVELS = { provinces: shipProvinces, cities, areas, streets };
/** What a region is asked for: what lies one level below it. */
export type RegionLevel = keyof typeof LEVELS;

/** Regions of a level below the region with that code; provinces lie below none. They do not change in a visit. */
export const regionsQuery = (level: RegionLevel, code: string) =>
  queryOptions({
    queryKey: ['regions', level, code],
    queryFn: async ({ signal }) => (await call(LEVELS[level], { code }, { signal })).list,
    enabled: level === 'provinces' || code !== '',
    staleTime: Number.POSITIVE_INFINITY,
  });
