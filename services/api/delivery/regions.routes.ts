import { listAreas, listCities, listProvinces, listStreets } from '#services/contract/delivery/regions.ts';
import { areasOf, citiesOf, provinces, type Region } from '#services/modules/delivery/regions.ts';
import { streetsOf } from '#services/modules/delivery/streets.ts';
import { type Area, routesOf } from '../http/area.ts';
import { invalid } from '../http/refusals.ts';

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
