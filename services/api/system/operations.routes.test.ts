import { expect, test, vi } from 'vitest';
import { fixture } from '#events/testing/fixture.ts';
import { quickest } from '#events/testing/quickest.ts';
import { getFinanceOverview } from '#services/contract/books/finance-overview.ts';
import { getProfile } from '#services/contract/catalog/creators.ts';
import { getLag, type ReadyAnswer, readyAnswer } from '#services/contract/system/calls.ts';
import { startTestApi, type TestApi } from '../testing/test-api.ts';

const api = fixture(startTestApi);
/** For visitors of a proxy. */
const open = fixture(() => startTestApi({ projections: false, config: { sandboxPublic: true } }));

const ask = async (of: TestApi): Promise<{ code: number; body: ReadyAnswer }> => {
  const answer = await of.app.inject({ method: 'GET', url: '/readyz' });
  return { code: answer.statusCode, body: readyAnswer.parse(answer.json()) };
};

test('the process is up', async () => {
  const response = await api.app.inject({ method: 'GET', url: '/healthz' });
  expect(response.json()).toEqual({ status: 'up' });
});

test('it is ready, and its read models are at the head', async () => {
  await expect.poll(async () => (await ask(api)).body).toMatchObject({ status: 'ready', lag: 0 });
});

test('without its database it is not ready, and says so without details', async () => {
  const failing = vi
    .spyOn(api.deps.pool, 'query')
    .mockImplementation(() => Promise.reject(new Error('connection to 10.0.0.1 refused')) as never);
  const response = await api.app.inject({ method: 'GET', url: '/readyz' });
  failing.mockRestore();
  expect(response.statusCode).toBe(503);
  expect(response.json()).toMatchObject({ status: 'not ready', reason: 'database does not answer' });
  expect(response.body).not.toContain('10.0.0.1');
});

test('it is not ready while the disk of its database is full', async () => {
  const full = Object.assign(new Error('could not extend file'), { code: '53100' });
  const query = api.deps.pool.query.bind(api.deps.pool);
  let probes = 0;
  const failing = vi.spyOn(api.deps.pool, 'query').mockImplementation(((first: unknown, ...rest: []) => {
    if (typeof first !== 'string' || !first.startsWith('CREATE TEMP TABLE'))
      return query(first as string, ...rest);
    probes += 1;
    return Promise.reject(full);
  }) as never);
  expect(await ask(api)).toMatchObject({ code: 200 });
  expect(probes).toBe(0);
  api.deps.room.saw(new Error('wrapped', { cause: full }));
  for (let n = 0; n < 2; n += 1)
    expect(await ask(api)).toMatchObject({ code: 503, body: { reason: 'disk of the database is full' } });
  failing.mockRestore();
  // The database takes the probe.
  await expect.poll(() => ask(api)).toMatchObject({ code: 200, body: { reason: '' } });
});

test('it is not ready while its commands are not decided', async () => {
  const never = Promise.withResolvers<never>();
  const stuck = vi.spyOn(api.deps.committer, 'read').mockImplementation(() => never.promise);
  const measure = async () => {
    const began = performance.now();
    expect(await ask(api)).toMatchObject({ code: 503, body: { reason: 'commands are not decided' } });
    return performance.now() - began;
  };
  expect(await quickest(1_000, measure)).toBeLessThan(1_000);
  stuck.mockRestore();
  expect(await ask(api)).toMatchObject({ code: 503 });
  never.resolve(true as never);
  await expect.poll(() => ask(api)).toMatchObject({ code: 200, body: { reason: '' } });
});

test('metrics are text for Prometheus, by route and without ids', async () => {
  await api.call(getProfile, { user_id: 'somebody' });
  const response = await api.app.inject({ method: 'GET', url: '/metrics' });
  expect(response.headers['content-type']).toContain('text/plain');
  expect(response.body).toContain('route="/api/user/get-profile"');
  expect(response.body).toContain('fanwatt_http_request_seconds_bucket');
  expect(response.body).toContain(`fanwatt_process_id ${process.pid}\n`);
  expect(response.body).not.toContain('somebody');
});

const HEADERS: [string, string][] = [
  ['X-Forwarded-For', '203.0.113.9'],
  ['x-forwarded-proto', 'https'],
  ['X-Forwarded-Host', 'shop.example'],
  ['Forwarded', 'for=192.0.2.60;proto=https'],
  ['Via', '1.1 proxy'],
  ['X-Real-IP', '192.0.2.60'],
  ['CF-Connecting-IP', '192.0.2.60'],
];

test.each(['/readyz', '/metrics'])('%s is not answered through a proxy', async (url) => {
  for (const [name, value] of HEADERS) {
    const answer = await open.app.inject({ url, headers: { [name]: value } });
    expect(answer.statusCode, name).toBe(404);
    expect(answer.json()).toMatchObject({ ec: 40400, data: {} });
  }
  expect((await open.app.inject({ url, headers: { 'user-agent': 'Prometheus' } })).statusCode).toBe(200);
  const up = await open.app.inject({ url: '/healthz', headers: { 'x-forwarded-for': '203.0.113.9' } });
  expect(up.json()).toEqual({ status: 'up' });
});

test('only machines of the operator can see whether the process is ready, and its figures', async () => {
  const trusted = await startTestApi({
    projections: false,
    config: { trustedProxies: ['8.8.4.0/24', '2606:4700::1'] },
  });
  const statusFor = async (url: string, remoteAddress: string) =>
    (await trusted.app.inject({ url, remoteAddress })).statusCode;
  try {
    for (const url of ['/readyz', '/metrics']) {
      for (const near of [
        '127.0.0.1',
        '10.1.2.3',
        '::ffff:192.168.1.2',
        'fd00::7',
        'fe80::1%eth0',
        '8.8.4.4',
        '2606:4700::1',
      ])
        expect(await statusFor(url, near), near).toBe(200);
      for (const far of ['8.8.8.8', '::ffff:8.8.8.8', '2606:4700::2', 'not an address'])
        expect(await statusFor(url, far), far).toBe(404);
    }
    expect(await statusFor('/healthz', '8.8.8.8')).toBe(200);
  } finally {
    await trusted.close();
  }
});

test('metrics are made once for all who ask within a second', async () => {
  const made = vi.spyOn(api.deps.telemetry.registry, 'metrics');
  const ask = () => api.app.inject({ method: 'GET', url: '/metrics' });
  await Promise.all([ask(), ask(), ask(), ask(), ask()]);
  // A new second may begin in between.
  expect(made.mock.calls.length).toBeLessThanOrEqual(2);
  made.mockRestore();
});

test('read models that are behind are listed, and orders are still accepted', async () => {
  const alone = await startTestApi({ projections: false });
  try {
    const { pool } = alone.deps;
    await pool.query(
      `INSERT INTO log.events (position, stream, version, id, type, schema_version, data, metadata, recorded_at)
       SELECT n, 'stock-' || n, 0, gen_random_uuid(), 'StockSet', 1, '{}', '{}', now() - interval '5 minutes'
         FROM generate_series(1, 20000) AS n`,
    );
    await pool.query('UPDATE log.head SET position = 20000');
    await pool.query(`UPDATE rm.generations SET position = 20000 WHERE name <> 'catalog'`);
    await pool.query(
      `INSERT INTO rm.set_aside (name, generation, stream, position, type, error)
       VALUES ('orders', 1, 'order-1', 17, 'OrderPlaced', 'TypeError: no lines')`,
    );

    const { code, body } = await ask(alone);
    expect(code).toBe(200);
    expect(body).toMatchObject({ status: 'ready', lag: 20_000, worker_seen: null });
    const named = (name: string) => body.read_models.find((one) => one.name === name);
    expect(named('catalog')).toMatchObject({ position: 0, behind: 20_000, incomplete_from: null });
    expect(named('catalog')?.seconds_behind).toBeGreaterThanOrEqual(300);
    expect(named('orders')).toMatchObject({ behind: 0, incomplete_from: 17, set_aside: 1 });
    expect(named('stock')).toMatchObject({ behind: 0, seconds_behind: 0, incomplete_from: null });

    const lag = await alone.call(getLag, {});
    expect(lag.data).toEqual({
      read_models: [
        { name: 'catalog', seconds_behind: expect.any(Number), incomplete_from: null },
        { name: 'orders', seconds_behind: 0, incomplete_from: 17 },
      ],
    });

    const overview = await alone.call(getFinanceOverview, {}, await alone.staff('finance'));
    expect(overview.data).toMatchObject({
      attention: {
        list: expect.arrayContaining([
          expect.objectContaining({ kind: 'stopped', ref: 'worker' }),
          expect.objectContaining({ kind: 'stopped', ref: 'read_model:catalog' }),
          expect.objectContaining({ kind: 'incomplete', ref: 'read_model:orders', count: 1 }),
        ]),
      },
    });
  } finally {
    await alone.close();
  }
});

test('a worker without a sign of life is named, and so is a process that is behind', async () => {
  const alone = await startTestApi({ projections: false });
  try {
    await alone.deps.pool.query(
      `INSERT INTO runtime.heartbeats (process, instance, beat_at, figures)
       VALUES ('worker', 'one', now() - interval '1 minute', '{"processes": {"expiry": {}}}');
       INSERT INTO runtime.process_checkpoints (name, position) VALUES ('expiry', 0), ('no longer run', 0);
       INSERT INTO runtime.set_aside (process, position, type, error)
       VALUES ('expiry', 3, 'OrderPlaced', 'TypeError: no lines')`,
    );
    const { body } = await ask(alone);
    expect(body.worker_seen).toBeGreaterThanOrEqual(60);
    expect(body.processes).toEqual([expect.objectContaining({ name: 'expiry', set_aside: 1 })]);
    const overview = await alone.call(getFinanceOverview, {}, await alone.staff('finance'));
    expect(overview.data).toMatchObject({
      attention: {
        list: expect.arrayContaining([
          expect.objectContaining({ kind: 'stopped', ref: 'worker' }),
          expect.objectContaining({ kind: 'incomplete', ref: 'process:expiry', count: 1 }),
        ]),
      },
    });
  } finally {
    await alone.close();
  }
});
