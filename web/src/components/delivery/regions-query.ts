import { listAreas, listCities, listProvinces, listStreets } from '#services/contract/delivery/regions.ts';
import { queryOf } from '../../api/queries.ts';

const LEVELS = { cities: listCities, areas: listAreas, streets: listStreets };

export const provincesQuery = (enabled = true) =>
  queryOf(listProvinces, { code: '' }, { enabled, staleTime: 'static', select: ({ list }) => list });

/** Regions one level below the region with that code. They do not change during a visit. */
export const regionsQuery = (level: keyof typeof LEVELS, code: string) =>
  queryOf(LEVELS[level], { code }, { enabled: code !== '', staleTime: 'static', select: ({ list }) => list });
