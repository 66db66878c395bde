import { z } from 'zod';
import { endpoint } from '#services/contract/endpoint.ts';

/**
 * A region's code by GB/T 2260: six digits for provinces, cities and areas, nine for streets. `message`
 * names the sentence for a code that is missing or none.
 */
export const regionCode = z.string({ error: 'region' }).regex(/^\d{6}(\d{3})?$/, 'region');

/** Of the region one level up: a province for cities, a city for areas, an area for streets. */
const regionsQuery = z.object({ code: regionCode });

const region = z.object({ code: z.string(), name: z.string() });
/** In the official order; names are Chinese in every language. */
export const regionsAnswer = z.object({ list: z.array(region) });
export const listStreets = endpoint('GET', '/api/ship/streets', {
  access: 'guest',
  query: regionsQuery,
  answer: regionsAnswer,
});
export const listAreas = endpoint('GET', '/api/ship/areas', {
  access: 'guest',
  query: regionsQuery,
  answer: regionsAnswer,
});
export const listCities = endpoint('GET', '/api/ship/cities', {
  access: 'guest',
  query: regionsQuery,
  answer: regionsAnswer,
});
export const listProvinces = endpoint('GET', '/api/ship/provinces', {
  access: 'guest',
  answer: regionsAnswer,
});

export type Region = z.infer<typeof region>;
