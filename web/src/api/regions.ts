import { queryOptions } from '@tanstack/react-query';
import {
  listAreas,
  listCities,
  listProvinces,
  listStreets,
} from '#services/api/delivery/contract/regions.ts';
import { call } from './client.ts';

const LEVELS = { provinces: listProvinces, cities: listCities, areas: listAreas, streets: listStreets };
/** The regions below a region. */
export type RegionLevel = keyof typeof LEVELS;

/** Regions below the region with that code; provinces are at the top. They do not change during a visit. */
export const regionsQuery = (level: RegionLevel, code: string) =>
  queryOptions({
    queryKey: ['regions', level, code],
    queryFn: async ({ signal }) => (await call(LEVELS[level], { code }, { signal })).list,
    enabled: level === 'provinces' || code !== '',
    staleTime: Number.POSITIVE_INFINITY,
  });
