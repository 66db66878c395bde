/**
 * `npm test`: everything that a change can break. Prints, last, exactly `N passed, N failed, N skipped`,
 * where each check (types, style, …) counts as one test. Arguments go to vitest: `npm test -- events`.
 */
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { outdatedWeb } from './start/web.ts';
import { missingFromLockFile } from './testing/lock-file.ts';
import { NO_REASON, type TestSummary } from './testing/summary-reporter.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const bin = join(root, 'node_modules/.bin');

/** Reasons that hold on a machine of CI too; any other skipped test fails there. */
const RIGHTLY_SKIPPED = new Set(['not root']);

const environment: NodeJS.ProcessEnv = { ...process.env, PATH: `${bin}:${process.env.PATH ?? ''}` };

function run(program: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): boolean {
  const { status } = spawnSync(program, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...environment, ...env },
  });
  return status === 0;
}

interface Check {
  name: string;
  program: string;
  args: readonly string[];
}

const checks: readonly Check[] = [
  // Each checker works out anew what it shares with others: four take 71 s of a processor, two 42 s, one 32 s.
  { name: 'types', program: 'tsc', args: ['--noEmit', '--checkers', '1'] },
  { name: 'style', program: 'biome', args: ['check', '.', '--error-on-warnings'] },
  {
    name: 'import rules',
    program: 'depcruise',
    args: ['events', 'read-models', 'services', 'web/src', 'ops', '--config', '.dependency-cruiser.cjs'],
  },
  { name: 'nothing unused', program: 'knip', args: [] },
];

/** Prints what a check said once it has ended, so that those that run beside it do not talk into it. */
async function runCheck({ name, program, args }: Check): Promise<void> {
  const child = spawn(program, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], env: environment });
  const said: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => said.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => said.push(chunk));
  const ok = await new Promise<boolean>((resolve) => {
    child.once('error', () => resolve(false));
    child.once('close', (code) => resolve(code === 0));
  });
  process.stdout.write(Buffer.concat(said));
  count(name, ok);
}

function runVitest(args: readonly string[]): TestSummary {
  const folder = mkdtempSync(join(tmpdir(), 'fanwatt-summary-'));
  const file = join(folder, 'summary.json');
  const reporters = ['--reporter=default', `--reporter=${join(root, 'ops/testing/summary-reporter.ts')}`];
  const passed = run('vitest', ['run', ...reporters, ...args], { TEST_SUMMARY_FILE: file });
  try {
    const summary = JSON.parse(readFileSync(file, 'utf8')) as TestSummary;
    if (!passed && summary.failed === 0) summary.failed = 1;
    return summary;
  } catch {
    return { passed: 0, failed: 1, skipped: 0, reasons: {} };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const failedChecks: string[] = [];
let passed = 0;
const count = (name: string, ok: boolean): void => {
  console.log(`${ok ? 'passed' : 'FAILED'}: ${name}`);
  if (ok) passed += 1;
  else failedChecks.push(name);
};

// First of all: the route tree that the types need is made with it.
const upToDate = (await outdatedWeb()) === undefined;
count('web application builds', upToDate || run('node', ['ops/start/build-web.ts']));
const missing = missingFromLockFile(new URL('../package-lock.json', import.meta.url));
if (missing.length > 0)
  console.log(`package-lock.json does not name ${missing.join(', ')}: npm ci would refuse it`);
count('lock file is whole', missing.length === 0);
await Promise.all(checks.map(runCheck));
const tests = runVitest(process.argv.slice(2));

const onCi = process.env.CI === 'true';
let skipped = tests.skipped;
let failed = failedChecks.length + tests.failed;
for (const [reason, many] of Object.entries(tests.reasons)) {
  const ought = onCi && !RIGHTLY_SKIPPED.has(reason);
  console.log(`${ought ? 'FAILED, ought to have run' : 'skipped'}: ${reason} (${many})`);
  if (ought) {
    failed += many;
    skipped -= many;
  }
}
if (tests.reasons[NO_REASON]) console.log('A skipped test says why: context.skip(condition, reason)');
for (const name of failedChecks) console.log(`failed check: ${name}`);
console.log(`${passed + tests.passed} passed, ${failed} failed, ${skipped} skipped`);
process.exitCode = failed === 0 ? 0 : 1;
