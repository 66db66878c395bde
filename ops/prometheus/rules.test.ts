import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';

const promtool = (...args: string[]) => {
  const { status, stdout, stderr, error } = spawnSync('promtool', args, { encoding: 'utf8' });
  return { missing: error !== undefined, status, output: stdout + stderr };
};

interface Dashboard {
  panels: { title: string; targets: { expr: string }[] }[];
}

beforeEach(({ skip }) => skip(promtool('--version').missing, 'no promtool'));

test('Prometheus takes its settings and the rules', () => {
  expect(promtool('check', 'config', 'ops/prometheus/prometheus.yml')).toMatchObject({ status: 0 });
});

test('alerts fire when they should, and only then', () => {
  expect(promtool('test', 'rules', 'ops/prometheus/alerts.yml')).toMatchObject({ status: 0 });
});

test('Prometheus takes every query of the dashboard', () => {
  const { panels }: Dashboard = JSON.parse(readFileSync('ops/grafana/fanwatt.json', 'utf8'));
  const rules = panels.flatMap(({ targets }, panel) =>
    targets.map(({ expr }, n) => ({ record: `panel:${panel}:${n}`, expr })),
  );
  expect(rules.length).toBeGreaterThan(10);
  const folder = mkdtempSync(join(tmpdir(), 'fanwatt-dashboard-'));
  try {
    const file = join(folder, 'rules.yml');
    // JSON is YAML.
    writeFileSync(file, JSON.stringify({ groups: [{ name: 'dashboard', rules }] }));
    expect(promtool('check', 'rules', file)).toMatchObject({ status: 0 });
  } finally {
    rmSync(folder, { recursive: true });
  }
});
