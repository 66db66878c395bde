import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type EventStoreServer,
  startEventStoreServer,
} from '#events/log/eventstoredb/testing/event-store-server.ts';
import { createTestDatabase, type TestDatabase } from '#events/testing/database.ts';
import { freePort } from '#ops/postgres/server.ts';
import { removeFolder, temporaryFolder } from '#ops/testing/run-server.ts';
import { hrefOf } from '#services/contract/endpoint.ts';
import type { ReadyAnswer } from '#services/contract/system/calls.ts';
import { sandboxOutbox } from '#services/contract/system/sandbox.ts';
import { programEnvironment } from '#services/runtime/testing/program-environment.ts';

type Role = 'api' | 'relay' | 'worker';

/** A role as a container starts it: the program alone, without a supervisor. */
function start(role: Role, env: NodeJS.ProcessEnv): ChildProcess {
  return fork(`services/${role}/main.ts`, {
    env: { ...programEnvironment, ...env },
    execArgv: ['--disable-warning=ExperimentalWarning'],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
}

interface Running {
  process: ChildProcess;
  metrics: string;
}

let database: TestDatabase;
/** That no server has started on. */
let unused: TestDatabase;
let store: EventStoreServer;
let dataDir: string;
let apiPort: number;
const running = new Map<Role, Running>();

beforeAll(async () => {
  // Empty: both processes migrate it at the same time.
  database = await createTestDatabase();
  unused = await createTestDatabase();
  store = await startEventStoreServer();
  dataDir = await temporaryFolder('fanwatt-roles-');
  apiPort = await freePort();
  const settings = { DATABASE_URL: database.url, DATA_DIR: dataDir, SANDBOX: '1', PORT: String(apiPort) };
  // Only the relay connects.
  const env = { ...settings, EVENT_LOG: store.url, KAFKA_BROKERS: '127.0.0.1:1' };
  await Promise.all(
    (['api', 'worker'] as const).map(async (role) => {
      const METRICS_PORT = String(await freePort());
      const process = start(role, { ...env, METRICS_PORT });
      running.set(role, { process, metrics: `http://127.0.0.1:${METRICS_PORT}` });
      await once(process, 'message');
    }),
  );
});
afterAll(async () => {
  for (const { process } of running.values()) process.kill('SIGKILL');
  await database?.drop();
  await unused?.drop();
  store?.close();
  await removeFolder(dataDir);
});

const ready = async (): Promise<ReadyAnswer> =>
  (await fetch(`http://127.0.0.1:${apiPort}/readyz`)).json() as Promise<ReadyAnswer>;

async function metricNames(role: Role): Promise<string[]> {
  const answer = await fetch(`${running.get(role)?.metrics}/metrics`);
  const lines = [...(await answer.text()).matchAll(/^# TYPE (\S+) (\S+)$/gm)];
  return lines.flatMap(([, name = '', type]) =>
    type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
  );
}

test('api and worker, started singly on an empty database, are a whole server', async () => {
  await expect.poll(ready).toMatchObject({ status: 'ready', worker_seen: expect.any(Number) });
  const health = await Promise.all([...running.values()].map(({ metrics }) => fetch(`${metrics}/healthz`)));
  expect(health.map(({ status }) => status)).toEqual([200, 200]);
});

test('every metric of dashboard and alerts exists', async () => {
  const existing = new Set([...(await metricNames('api')), ...(await metricNames('worker'))]);
  const used = ['ops/grafana/fanwatt.json', 'ops/prometheus/rules.yml'].flatMap(
    (file) => readFileSync(file, 'utf8').match(/\bfanwatt_\w+/g) ?? [],
  );
  expect(used.length).toBeGreaterThan(20);
  expect([...new Set(used)].filter((name) => !existing.has(name))).toEqual([]);
});

test('metrics of the whole server have values', async () => {
  await database.pool.query(
    `INSERT INTO feed.relay (topic, position, offsets) VALUES ('fanwatt.events', 0, '{}')`,
  );
  const names = ['unsealed_events', 'log_differs', 'webhooks_due', 'relay_lag_events', 'relay_lag_seconds'];
  await expect
    .poll(async () => {
      const text = await (await fetch(`${running.get('api')?.metrics}/metrics`)).text();
      return names.filter((name) => !new RegExp(`^fanwatt_${name} \\d`, 'm').test(text));
    })
    .toEqual([]);
});

test('an outage of EventStoreDB is in the metrics of both, also while nobody orders', async () => {
  const unavailable = async (role: Role): Promise<string | undefined> => {
    const answer = await fetch(`${running.get(role)?.metrics}/metrics`);
    return /^fanwatt_log_unavailable (\S+)$/m.exec(await answer.text())?.[1];
  };
  const both = () => Promise.all((['api', 'worker'] as const).map(unavailable));
  expect(await both()).toEqual(['0', '0']);
  store.leader = 'none';
  await expect.poll(both).toEqual(['1', '1']);
  delete store.leader;
  await expect.poll(both).toEqual(['0', '0']);
});

test('the port for metrics also has the readiness of the API', async () => {
  const at = async (role: Role) => fetch(`${running.get(role)?.metrics}/readyz`);
  const answer = await at('api');
  expect(answer.status).toBe(200);
  expect(await answer.json()).toMatchObject({ status: 'ready', reason: '' });
  expect((await at('worker')).status).toBe(404);
});

test('a sandbox that is not public refuses what a proxy on its machine forwards', async () => {
  const path = hrefOf(sandboxOutbox, { account: 'ann@example.com' });
  const outbox = `http://127.0.0.1:${apiPort}${path}`;
  const statusWith = async (headers: Record<string, string>) => (await fetch(outbox, { headers })).status;
  expect(await statusWith({})).toBe(200);
  expect(await statusWith({ 'x-forwarded-for': '203.0.113.9', 'x-forwarded-proto': 'https' })).toBe(403);
});

test('metrics at their own port are not at the port of visitors', async () => {
  const answer = await fetch(`http://127.0.0.1:${apiPort}/metrics`);
  expect(await answer.text()).not.toContain('fanwatt_log_position');
});

test('SIGTERM ends each process with code 0', async () => {
  const codes = [...running.values()].map(async ({ process }) => {
    const exit = once(process, 'exit');
    process.kill('SIGTERM');
    return (await exit)[0];
  });
  expect(await Promise.all(codes)).toEqual([0, 0]);
});

const NOWHERE = 'postgres://fanwatt:secret@127.0.0.1:1/fanwatt';
const production = {
  NODE_ENV: 'production',
  SMTP_URL: 'smtp://user:password@127.0.0.1:587',
  MAIL_FROM: 'no-reply@example.com',
  PUBLIC_URL: 'https://fanwatt.example',
};
const keys = Object.fromEntries(
  ['LOOKUP', 'SANDBOX_NOTICES', 'TICKET_SIGNING', 'LOG_SEALING', 'SESSION_SIGNING'].map((name) => [
    `FANWATT_SECRET_${name}`,
    Buffer.alloc(32, name).toString('base64'),
  ]),
);
const without: [string, Role, () => NodeJS.ProcessEnv, RegExp][] = [
  ['no database address', 'worker', () => ({}), /^worker: DATABASE_URL: not set/],
  [
    'an unreachable database',
    'api',
    () => ({ DATABASE_URL: NOWHERE }),
    /^api: no database at 127\.0\.0\.1:1\//,
  ],
  [
    'a missing key in production',
    'api',
    () => ({ ...production, ...keys, DATABASE_URL: database.url }),
    /^api: FANWATT_SECRET_VAULT: required/,
  ],
  [
    'an unreachable EventStoreDB',
    'worker',
    () => ({ DATABASE_URL: unused.url, EVENT_LOG: 'esdb://admin:secret@127.0.0.1:1?tls=false' }),
    /^worker: EVENT_LOG: /,
  ],
  [
    'a database of a sandbox',
    'worker',
    () => ({ DATABASE_URL: database.url, EVENT_LOG: store.url }),
    /^worker: these are not the settings of this database: SANDBOX is 0, the database has 1$/,
  ],
  [
    'an unreachable Kafka',
    'relay',
    () => ({ DATABASE_URL: unused.url, KAFKA_BROKERS: '127.0.0.1:1' }),
    /^relay: KAFKA_BROKERS: /,
  ],
];

test.each(without)('%s ends the start with one line and code 1', async (_, role, env, line) => {
  const child = start(role, { DATA_DIR: dataDir, SANDBOX: '0', ...env() });
  let output = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  const [code] = await once(child, 'close');
  expect(output.trim()).toMatch(line);
  expect(output.trim()).not.toMatch(/\n|secret/);
  expect(code).toBe(1);
});
