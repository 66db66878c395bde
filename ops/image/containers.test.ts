import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { DockerComposeEnvironment } from 'testcontainers';
import { expect, test } from 'vitest';
import { freePort } from '#ops/postgres/server.ts';

const TIMEOUT_MS = 900_000;
const ofDocker = (...args: string[]): boolean => spawnSync('docker', args).status === 0;

/** All keys and passwords that docker-compose.yml requires. */
const secrets = (): Record<string, string> => {
  const required = readFileSync('docker-compose.yml', 'utf8').matchAll(/\$\{(\w+):\?/g);
  return Object.fromEntries(
    [...required].map(([, name = '']) => [
      name,
      randomBytes(32).toString(name.startsWith('FANWATT_SECRET') ? 'base64' : 'hex'),
    ]),
  );
};

async function answerOf(url: string, headers: Record<string, string> = {}): Promise<unknown> {
  return (await fetch(url, { headers })).json();
}

test(
  'the containers run together, and Grafana shows their metrics',
  async ({ skip }) => {
    skip(!ofDocker('info') || !ofDocker('compose', 'version'), 'no Docker');
    const [port, grafana] = [await freePort(), await freePort()];
    const env: Record<string, string> = { ...secrets(), NODE_ENV: '', SANDBOX: '1', SANDBOX_PUBLIC: '1' };
    const composed = new DockerComposeEnvironment('.', 'docker-compose.yml')
      .withBuild()
      .withEnvironment({ ...env, PORT: String(port), GRAFANA_PORT: String(grafana) })
      .withStartupTimeout(TIMEOUT_MS);
    const running = await composed.up();
    try {
      const ready = { status: 'ready', worker_seen: expect.any(Number) };
      await expect.poll(() => answerOf(`http://127.0.0.1:${port}/readyz`)).toMatchObject(ready);
      const authorization = `Basic ${btoa(`admin:${env.GRAFANA_PASSWORD}`)}`;
      const query = `http://127.0.0.1:${grafana}/api/datasources/proxy/uid/prometheus/api/v1/query?query=sum(up)`;
      const up = { data: { result: [{ value: [expect.any(Number), '3'] }] } };
      await expect.poll(() => answerOf(query, { authorization })).toMatchObject(up);
    } finally {
      await running.down();
    }
  },
  TIMEOUT_MS,
);
