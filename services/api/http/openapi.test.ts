import { createConfig, lintFromString } from '@redocly/openapi-core';
import { expect, onTestFinished, test, vi } from 'vitest';
import { fixture } from '#events/testing/fixture.ts';
import { OPEN_DOCUMENT } from '#services/contract/open/calls.ts';
import { OPEN_CALLS } from '#services/contract/open/scopes.ts';
import { WEBHOOK_TOPICS } from '#services/contract/open/topics.ts';
import { describedCalls, routesOf } from '../testing/route-list.ts';
import { startTestApi } from '../testing/test-api.ts';

const api = fixture(() => startTestApi({ projections: false }));

interface Schema {
  $ref?: string;
  [key: string]: unknown;
}

/** Every `$ref` of a document. */
function references(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const { $ref } = value as Schema;
  const own = typeof $ref === 'string' ? [$ref] : [];
  return [...own, ...Object.values(value).flatMap(references)];
}

function resolves(document: object, reference: string): boolean {
  let value: unknown = document;
  for (const key of reference.replace('#/', '').split('/')) value = (value as Schema | undefined)?.[key];
  return value !== undefined;
}

const typeOf = (value: unknown): unknown => (value as { type?: unknown }).type;
/** Unions of text with a number. */
function mixed(value: unknown): unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  const { anyOf, oneOf } = value as { anyOf?: unknown[]; oneOf?: unknown[] };
  const types = [anyOf, oneOf].flatMap((union) => union ?? []).map(typeOf);
  const own =
    types.includes('string') && (types.includes('number') || types.includes('integer')) ? [value] : [];
  return [...own, ...Object.values(value).flatMap(mixed)];
}

test('the document is OpenAPI 3.1, and every reference in it resolves', async () => {
  const response = await api.app.inject({ method: 'GET', url: '/api/openapi.json' });
  const document = response.json<{ openapi: string; paths: object; info: object }>();
  expect(document.openapi).toMatch(/^3\.1/);
  const refs = references(document);
  expect(refs.length).toBeGreaterThan(0);
  expect(refs.filter((reference) => !resolves(document, reference))).toEqual([]);
});

test.each(['/api/openapi.json', OPEN_DOCUMENT])('redocly finds no error in %s', async (url) => {
  const { body: source } = await api.app.inject({ method: 'GET', url });
  const config = await createConfig({ extends: ['recommended'] });
  const problems = await lintFromString({ source, absoluteRef: 'openapi.json', config });
  const errors = problems.filter(({ severity }) => severity === 'error');
  expect(errors.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual([]);
});

test('the document for programs has every call, its parameters and every webhook, and no union of text and number', async () => {
  const { body } = await api.app.inject({ method: 'GET', url: OPEN_DOCUMENT });
  const { paths, webhooks, components, servers } = JSON.parse(body);
  expect(servers).toEqual([{ url: 'http://localhost' }]);
  for (const name of Object.keys(OPEN_CALLS)) {
    const { requestBody, operationId, summary, security } = paths[`/api/open/${name}`].post;
    const { schema, example } = requestBody.content['application/json'];
    expect(Object.keys(schema.properties.params.contentSchema.properties).length).toBeGreaterThan(0);
    expect(Object.keys(example)).toEqual(['user_id', 'params', 'ts', 'sign']);
    expect([operationId, summary, security[0]]).toEqual([expect.any(String), expect.any(String), {}]);
  }
  expect(Object.keys(webhooks)).toEqual([...WEBHOOK_TOPICS]);
  expect(components.schemas).toMatchObject({ Order: {}, Plan: {}, Sponsor: {}, Sku: {}, Failure: {} });
  expect(mixed(JSON.parse(body))).toEqual([]);
});

test('its text is made once', async () => {
  const made = vi.spyOn(JSON, 'stringify');
  onTestFinished(() => made.mockRestore());
  const texts = await Promise.all(
    ['/api/openapi.json', '/api/openapi.json', '/api/docs/json'].map(async (url) => {
      const { statusCode, headers, body } = await api.app.inject({ method: 'GET', url });
      expect([statusCode, headers['content-type']]).toEqual([200, 'application/json; charset=utf-8']);
      return body;
    }),
  );
  expect(new Set(texts).size).toBe(1);
  const isDocument = (value: unknown) => typeof value === 'object' && value !== null && 'openapi' in value;
  expect(made.mock.calls.filter(([value]) => isDocument(value)).length).toBeLessThanOrEqual(1);
});

test('it has every call of the API, with a body for what posts and an answer', async () => {
  const described = describedCalls(api.app);
  const missing = routesOf(api.app)
    .filter(({ url, method }) => url.startsWith('/api/') && ['GET', 'POST'].includes(method))
    .filter(({ url }) => !url.startsWith('/api/docs') && !url.endsWith('/openapi.json'))
    // Addresses that are no call.
    .filter(({ url }) => !url.endsWith('/*'))
    .map(({ url, method }) => `${method} ${url.replace(/:(\w+)/g, '{$1}')}`)
    .filter((call) => !described.has(call));
  expect(missing).toEqual([]);
});

test('answers to providers are described, the refusal included', () => {
  const { paths = {} }: { paths?: Record<string, { post?: { responses?: object } } | undefined> } =
    api.app.swagger();
  const answers = paths['/api/pay/notify/{provider}']?.post?.responses ?? {};
  expect(Object.keys(answers).sort()).toEqual(['200', '400', '413']);
});

test('the page is served, and loads nothing from elsewhere', async () => {
  const response = await api.app.inject({ method: 'GET', url: '/api/docs/' });
  expect(response.statusCode).toBe(200);
  expect(response.body).not.toMatch(/(src|href)="https?:/);
});
