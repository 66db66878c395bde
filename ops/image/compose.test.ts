import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { MAX_APPEND_BYTES } from '#events/log/eventstoredb/require-usable.ts';

interface Service {
  image: string;
  build?: object;
  read_only?: boolean;
  cap_drop?: string[];
  restart?: string;
  healthcheck?: object;
  environment?: Record<string, string>;
  ports?: { host_ip?: string }[];
  volumes?: { type: string; source: string }[];
}

const text = readFileSync('docker-compose.yml', 'utf8');
const example = readFileSync('.env.example', 'utf8');
const namesIn = (source: string, pattern: RegExp) => [
  ...new Set([...source.matchAll(pattern)].map(([, name]) => name ?? '')),
];
const required = namesIn(text, /\$\{(\w+):\?/g);
const env = Object.fromEntries(required.map((name) => [name, 'x1']));
const hasGo = spawnSync('go', ['version']).status === 0;

const folder = mkdtempSync(join(tmpdir(), 'fanwatt-compose-'));
/** Downloads Go modules, beside other tests. */
const FIRST_BUILD_MS = 300_000;
/** Reads the file as Docker Compose does. */
const loader = join(folder, 'load-compose');
beforeAll(() => {
  if (!hasGo) return;
  const options = { cwd: 'ops/image/load-compose', encoding: 'utf8' } as const;
  const built = spawnSync('go', ['build', '-o', loader, '.'], options);
  expect(built).toMatchObject({ status: 0 });
}, FIRST_BUILD_MS);
afterAll(() => rmSync(folder, { recursive: true }));

const load = (env: NodeJS.ProcessEnv) =>
  spawnSync(loader, ['docker-compose.yml'], { env, encoding: 'utf8', maxBuffer: 1 << 24 });

const services = (): [string, Service][] => {
  const { status, stdout, stderr } = load(env);
  expect(stderr).toBe('');
  expect(status).toBe(0);
  return Object.entries(JSON.parse(stdout).services);
};

test('.env.example names the variables of docker-compose.yml, and has no passwords', () => {
  const used = namesIn(text, /\$\{(\w+)/g);
  expect(namesIn(example, /^#?([A-Z]\w+)=/gm).sort()).toEqual(used.sort());
  for (const name of required) expect(example).toMatch(new RegExp(`^${name}=$`, 'm'));
  expect(required).toContain('POSTGRES_PASSWORD');
});

test('the settings of the server are those of README.md', () => {
  const block = text.slice(text.indexOf('x-settings'), text.indexOf('x-eventstore:'));
  const readme = readFileSync('README.md', 'utf8');
  const names = namesIn(block, /^ {2}([A-Z_]+):/gm);
  expect(names.length).toBeGreaterThan(10);
  expect(names.filter((name) => !readme.includes(`\`${name}\``))).toEqual([]);
});

describe('as Docker Compose reads it', () => {
  beforeEach(({ skip }) => skip(!hasGo, 'no Go'));

  test.each(required)('without %s there is one line that names it', (name) => {
    const { status, stderr } = load({ ...env, [name]: '' });
    expect(status).not.toBe(0);
    expect(stderr.trim()).toMatch(new RegExp(`^[^\\n]*${name}[^\\n]*$`));
  });

  test('images are pinned, services are watched and restarted, ports are local', () => {
    for (const [name, { image, build, healthcheck, restart, ports = [], volumes = [] }] of services()) {
      if (!build) expect(image, name).toMatch(/:v?\d+\.\d+(\.\d+)?(-[a-z-]+)?(@sha256:[0-9a-f]{64})?$/);
      for (const { host_ip } of ports) expect(host_ip, name).toBe('127.0.0.1');
      for (const { type, source } of volumes)
        if (type === 'bind') expect(existsSync(source), source).toBe(true);
      // It runs once.
      if (name === 'certificates') continue;
      expect(healthcheck, name).toBeDefined();
      // Also of EventStoreDB: a leader that another one has replaced ends itself with code 0.
      expect(restart, name).toBe('unless-stopped');
    }
  });

  test('nodes of EventStoreDB take the largest append, and give projections the time of the page', () => {
    const nodes = services().filter(([name]) => name.startsWith('eventstore'));
    expect(nodes).toHaveLength(3);
    const page = readFileSync('docs/operating.md', 'utf8');
    expect(page).toContain(`must be ${MAX_APPEND_BYTES.toLocaleString('en')} bytes`);
    const [, time] = /--projection-execution-timeout=(\d+)/.exec(page) ?? [];
    for (const [, { environment = {} }] of nodes) {
      expect(Number(environment.EVENTSTORE_MAX_APPEND_SIZE)).toBeGreaterThanOrEqual(MAX_APPEND_BYTES);
      expect(environment.EVENTSTORE_PROJECTION_EXECUTION_TIMEOUT).toBe(time);
    }
  });

  test('our processes have no root rights and cannot change their files', () => {
    const ours = services().filter(([, { build }]) => build);
    expect(ours.map(([name]) => name)).toEqual(['api', 'relay', 'worker']);
    for (const [, { read_only, cap_drop }] of ours)
      expect({ read_only, cap_drop }).toEqual({ read_only: true, cap_drop: ['ALL'] });
    expect(readFileSync('ops/image/Dockerfile', 'utf8')).toMatch(/^USER node$/m);
  });
});
