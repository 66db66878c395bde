import { areasOf, citiesOf, provinces, type Region } from '#services/shipping/regions.ts';
import { streetsOf } from '#services/shipping/streets.ts';
import { type Area, routesOf } from '../http/area.ts';
import { invalid } from '../http/refusals.ts';
import { listAreas, listCities, listProvinces, listStreets } from './contract/regions.ts';

const listed = (regions: readonly Region[] | undefined) =>
  regions === undefined ? invalid('code', { key: 'unknown' }) : { list: [...regions] };

/** Regions of mainland China by level: each call lists the parts of one region. */
export const regionRoutes: Area = () => async (app) => {
  const on = routesOf(app, 'delivery');
  on(listProvinces, async () => ({ list: provinces() }));

  on(listCities, async ({ query }) => listed(citiesOf(query.code)));

  on(listAreas, async ({ query }) => listed(areasOf(query.code)));

  on(listStreets, async ({ query }) => listed(await streetsOf(query.code)));
};
