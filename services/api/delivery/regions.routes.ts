import type { FastifyRequest } from 'fastify';
import { areasOf, citiesOf, provinces, type Region } from '#services/shipping/regions.ts';
import { streetsOf } from '#services/shipping/streets.ts';
import { ok, refused } from '../http/answer.ts';
import { type Area, routesOf } from '../http/area.ts';
import { listAreas, listCities, listProvinces, listStreets } from './contract/regions.ts';

function listed(request: FastifyRequest, regions: readonly Region[] | undefined) {
  if (regions !== undefined) return ok({ list: [...regions] });
  return refused(request, { code: 'bad_input', errors: [{ field: 'code', message: { key: 'unknown' } }] });
}

/** Regions of mainland China by level: each call lists the parts of one region. */
export const regionRoutes: Area = () => async (app) => {
  const on = routesOf(app, 'delivery');
  on(listProvinces, async () => ok({ list: provinces() }));

  on(listCities, async (request) => listed(request, citiesOf(request.query.code)));

  on(listAreas, async (request) => listed(request, areasOf(request.query.code)));

  on(listStreets, async (request) => listed(request, await streetsOf(request.query.code)));
};
