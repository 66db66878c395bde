import type { FastifyRequest } from 'fastify';
import { areasOf, citiesOf, provinces, type Region } from '#services/shipping/regions.ts';
import { streetsOf } from '#services/shipping/streets.ts';
import { answers, ok, refused } from '../http/answer.ts';
import type { Area } from '../http/area.ts';
import { regionsAnswer, regionsQuery } from './contract/regions.ts';

const tags = ['delivery'];
const response = answers(regionsAnswer);

function listed(request: FastifyRequest, regions: readonly Region[] | undefined) {
  if (regions !== undefined) return ok({ list: [...regions] });
  return refused(request, { code: 'bad_input', errors: [{ field: 'code', message: { key: 'unknown' } }] });
}

/** Regions of mainland China, level by level: each call takes the code of one region and lists what it holds. */
export const regionRoutes: Area = () => async (app) => {
  app.get('/api/ship/provinces', { config: { access: 'guest' }, schema: { response, tags } }, async () =>
    ok({ list: provinces() }),
  );

  app.get(
    '/api/ship/cities',
    { config: { access: 'guest' }, schema: { querystring: regionsQuery, response, tags } },
    async (request) => listed(request, citiesOf(request.query.code)),
  );

  app.get(
    '/api/ship/areas',
    { config: { access: 'guest' }, schema: { querystring: regionsQuery, response, tags } },
    async (request) => listed(request, areasOf(request.query.code)),
  );

  app.get(
    '/api/ship/streets',
    { config: { access: 'guest' }, schema: { querystring: regionsQuery, response, tags } },
    async (request) => listed(request, await streetsOf(request.query.code)),
  );
};
