import { expect, test } from 'vitest';
import { fixture } from '#events/testing/fixture.ts';
import { quickest } from '#events/testing/quickest.ts';
import { sent } from '../testing/sent.ts';
import { startTestApi } from '../testing/test-api.ts';
import { MAX_VALUES } from './json-body.ts';

const api = fixture(() => startTestApi({ projections: false }));

interface Schema {
  $ref?: string;
  anyOf?: Schema[];
  oneOf?: Schema[];
  properties?: Record<string, Schema>;
  additionalProperties?: boolean | Schema;
  items?: Schema;
  maxItems?: number;
}

/** The number of values that the largest valid body has, counted as the parser counts them. */
function mostValues(document: object, schema: Schema): number {
  const values = (one: Schema): number => mostValues(document, one);
  if (schema.$ref) {
    const names = schema.$ref.replace('#/', '').split('/');
    return values(names.reduce<object>((found, name) => Reflect.get(found, name), document));
  }
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return Math.max(...choices.map(values));
  if (schema.items) return 1 + (schema.maxItems ?? Number.POSITIVE_INFINITY) * (1 + values(schema.items));
  if (schema.additionalProperties instanceof Object) return Number.POSITIVE_INFINITY;
  if (!schema.properties) return 0;
  return Object.values(schema.properties).reduce((sum, one) => sum + 1 + values(one), 1);
}

test('every call takes the largest body that its schema allows', () => {
  const document = api.app.swagger() as {
    paths: Record<string, Record<string, { requestBody?: { content: Record<string, { schema: Schema }> } }>>;
  };
  const bounds = new Map(api.app.listedRoutes.map(({ url, config }) => [url, config?.most_values]));
  const large = Object.entries(document.paths).flatMap(([path, { post }]) => {
    const schema = post?.requestBody?.content['application/json']?.schema;
    const most = schema ? mostValues(document, schema) : 0;
    return most > (bounds.get(path) ?? MAX_VALUES) ? [[path, most]] : [];
  });
  expect(large).toEqual([]);
  // Where a call names another number, the usual one would be too small.
  expect(bounds.get('/api/cart/create-order')).toBeGreaterThan(MAX_VALUES);
});

test('a body of too many values is refused with a clear sentence, before anything is parsed', async () => {
  const url = '/api/creator/quote-plan';
  const { token } = await api.creator();
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    'locale-lang': 'en-US',
  };
  const payload = `{"sku":[${'1,'.repeat(500_000)}1]}`;
  const took = await quickest(60, async () => {
    const began = performance.now();
    const { ec, data } = await sent(api.app, { method: 'POST', url, payload, headers });
    expect([ec, data]).toEqual([
      40_000,
      { errors: [{ field: '', message: 'Must have at most 10000 entries' }] },
    ]);
    return performance.now() - began;
  });
  expect(took).toBeLessThan(60);
});
