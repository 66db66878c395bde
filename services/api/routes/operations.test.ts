import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApi, type TestApi } from '../testing/test-api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());

test('the process is up', async () => {
  const response = await api.app.inject({ method: 'GET', url: '/healthz' });
  expect(response.json()).toEqual({ status: 'up' });
});

test('it is ready once its projections stand at the head', async () => {
  await expect
    .poll(async () => (await api.app.inject({ method: 'GET', url: '/readyz' })).json())
    .toMatchObject({ status: 'ready', lag: 0 });
});

test('it is not ready without its database, and says so without details', async () => {
  const { head } = api.deps.log;
  api.deps.log.head = () => Promise.reject(new Error('connection to 10.0.0.1 refused'));
  const response = await api.app.inject({ method: 'GET', url: '/readyz' });
  api.deps.log.head = head;
  expect(response.statusCode).toBe(503);
  expect(response.body).not.toContain('10.0.0.1');
});

test('metrics are text for Prometheus, by route and without ids', async () => {
  await api.get('/api/user/get-profile', undefined, { user_id: 'somebody' });
  const response = await api.app.inject({ method: 'GET', url: '/metrics' });
  expect(response.headers['content-type']).toContain('text/plain');
  expect(response.body).toContain('route="/api/user/get-profile"');
  expect(response.body).toContain('fanwatt_http_request_seconds_bucket');
  expect(response.body).not.toContain('somebody');
});
