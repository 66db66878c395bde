/**
 * `npm test`: all checks and tests. The last line is exactly `N passed, N failed, N skipped`; each check (types,
 * style, …) counts as one test. Arguments are passed to vitest: `npm test -- events`. CHECK names a longer check
 * instead: `stories` tests each capability in the browser, and one story on each other way to run the server; `engines`
 * plays stories in Firefox and WebKit; `production` plays one on a production start behind Caddy; `walk` opens all pages in as many looks as WALK says; `crash` kills programs at every step and runs long races.
 */
import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { constants, setPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { STORY_MODES } from './e2e/story-modes.ts';
import { BROKERS, brokerChoice } from './kafka/choice.ts';
import { outdatedWeb } from './start/web.ts';
import { bundlePrograms } from './testing/bundle-programs.ts';
import { startEventStore } from './testing/event-store-container.ts';
import { missingFromLockFile } from './testing/lock-file.ts';
import { CRASH_TESTS } from './testing/longer-checks.ts';
import { NO_REASON, type TestSummary } from './testing/summary-reporter.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const bin = join(root, 'node_modules/.bin');

/** Reasons that hold on a machine of CI too; any other skipped test fails there. */
const RIGHTLY_SKIPPED = new Set(['not root', 'no Go', 'no stripe-mock', 'no Docker', 'no ffmpeg']);

const environment: NodeJS.ProcessEnv = { ...process.env, PATH: `${bin}:${process.env.PATH ?? ''}` };

const start = (program: string, args: readonly string[], options: SpawnOptions): ChildProcess =>
  spawn(program, args, { cwd: root, ...options, env: { ...environment, ...options.env } });

const succeeds = (child: ChildProcess): Promise<boolean> =>
  new Promise((resolve) => {
    child.once('error', () => resolve(false));
    child.once('close', (code) => resolve(code === 0));
  });

const run = (program: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<boolean> =>
  succeeds(start(program, args, { stdio: 'inherit', env }));

interface Check {
  name: string;
  program: string;
  args: readonly string[];
}

const checks: readonly Check[] = [
  // Checkers repeat shared work: four take 71 s of processor time, two 42 s, one 32 s.
  { name: 'types', program: 'tsc', args: ['--noEmit', '--checkers', '1'] },
  { name: 'style', program: 'biome', args: ['check', '.', '--error-on-warnings'] },
  {
    name: 'import rules',
    program: 'depcruise',
    args: ['events', 'read-models', 'services', 'web/src', 'ops', '--config', '.dependency-cruiser.cjs'],
  },
  { name: 'nothing unused', program: 'knip', args: [] },
];

/** Runs beside tests at the lowest priority. Its output is printed at its end. */
async function runCheck({ name, program, args }: Check): Promise<void> {
  const child = start(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW);
  const printed: Buffer[] = [];
  child.stdout?.on('data', (chunk: Buffer) => printed.push(chunk));
  child.stderr?.on('data', (chunk: Buffer) => printed.push(chunk));
  const ok = await succeeds(child);
  process.stdout.write(Buffer.concat(printed));
  count(name, ok);
}

async function runVitest(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<TestSummary> {
  const folder = mkdtempSync(join(tmpdir(), 'fanwatt-summary-'));
  const file = join(folder, 'summary.json');
  const reporters = ['--reporter=default', `--reporter=${join(root, 'ops/testing/summary-reporter.ts')}`];
  const passed = await run('vitest', [...reporters, ...args], { ...env, TEST_SUMMARY_FILE: file });
  try {
    const summary = JSON.parse(readFileSync(file, 'utf8')) as TestSummary;
    if (!passed && summary.failed === 0) summary.failed = 1;
    return summary;
  } catch {
    // Without a summary it found no tests, or did not run.
    return { passed: 0, failed: passed ? 0 : 1, skipped: 0, reasons: {} };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Runs projects with so many workers; words choose among their tests. */
const part = (workers: number, projects: readonly string[], args: readonly string[]): Promise<TestSummary> =>
  runVitest([
    'run',
    '--passWithNoTests',
    '--maxWorkers',
    String(workers),
    ...projects.flatMap((project) => ['--project', project]),
    ...args,
  ]);

/** Runs these in sequence. */
async function inSequence(runs: readonly (() => Promise<TestSummary>)[]): Promise<TestSummary> {
  const summaries: TestSummary[] = [];
  for (const run of runs) summaries.push(await run());
  return sumOf(summaries);
}

/**
 * One browser test at a time beside three of the others, which often wait, and the checks, which wait for both. The
 * browser tests are through in two thirds of the time: the others that need a worker of their own come after them.
 */
async function runAll(args: readonly string[]): Promise<TestSummary> {
  const checking = Promise.all(checks.map(runCheck));
  // Words can name any test, also those of a longer check.
  const inBrowser = args.length > 0 ? ['browser', 'stories', 'timed'] : ['browser'];
  const beside = await Promise.all([
    inSequence([() => part(1, inBrowser, args), () => part(1, ['apart', 'web'], args)]),
    part(3, ['together'], args),
  ]);
  await checking;
  return sumOf(beside);
}

function sumOf(summaries: readonly TestSummary[]): TestSummary {
  const sum: TestSummary = { passed: 0, failed: 0, skipped: 0, reasons: {} };
  for (const { passed, failed, skipped, reasons } of summaries) {
    sum.passed += passed;
    sum.failed += failed;
    sum.skipped += skipped;
    for (const [reason, many] of Object.entries(reasons))
      sum.reasons[reason] = (sum.reasons[reason] ?? 0) + many;
  }
  return sum;
}

function runStoryOn(mode: string): Promise<TestSummary> {
  console.log(`a story on ${mode}`);
  return runVitest(['run', 'ops/e2e/everything.test.ts'], { STORY_ON: mode });
}

/**
 * Those that measure a time come last; then a story on each other way to run the server, two at a time, unless words
 * name tests.
 */
async function runStories(args: readonly string[]): Promise<TestSummary> {
  const one = await inSequence([() => part(3, ['stories'], args), () => part(1, ['timed'], args)]);
  const modes = args.length === 0 ? STORY_MODES : [];
  const others = await Promise.all(
    [0, 1].map((lane) =>
      inSequence(modes.filter((_, at) => at % 2 === lane).map((mode) => () => runStoryOn(mode))),
    ),
  );
  return sumOf([one, ...others]);
}

/** The tests that use a file, or are it. */
const runUsing = (files: readonly string[], args: readonly string[]): Promise<TestSummary> =>
  runVitest(['related', '--run', ...files, ...args]);

const failedChecks: string[] = [];
let passed = 0;
const count = (name: string, ok: boolean): void => {
  console.log(`${ok ? 'passed' : 'FAILED'}: ${name}`);
  if (ok) passed += 1;
  else failedChecks.push(name);
};

// First of all: the route tree that the types need is made with it.
const upToDate = (await outdatedWeb()) === undefined;
count('web application builds', upToDate || (await run('node', ['ops/start/build-web.ts'])));
// Tests start these over and over; a single file is tested from the sources.
if (process.argv.length === 2)
  environment.NODE_OPTIONS = `${process.env.NODE_OPTIONS ?? ''} ${await bundlePrograms()}`.trim();
const missing = missingFromLockFile(new URL('../package-lock.json', import.meta.url));
if (missing.length > 0)
  console.log(`package-lock.json does not name ${missing.join(', ')}: npm ci would refuse it`);
count('lock file is whole', missing.length === 0);
// On the first run this copies Kafka's programs: a test would not wait that long.
const broker = await brokerChoice();
const args = process.argv.slice(2);
const longer: Readonly<Record<string, () => Promise<TestSummary>>> = {
  stories: () => runStories(args),
  engines: () => part(1, ['engines'], args),
  // Stories walk the pages on their way; only in all looks they do it once more.
  walk: () => runUsing([process.env.WALK === 'whole' ? 'ops/e2e/walk.ts' : 'ops/e2e/pages.test.ts'], args),
  production: () => part(1, ['production'], args),
  crash: () => runUsing(['services/worker/testing/kills.ts', ...CRASH_TESTS], args),
};
const { CHECK = '' } = process.env;
const eventStore = CHECK === '' ? await startEventStore() : undefined;
if (eventStore?.url) environment.EVENTSTORE_URL = eventStore.url;
const tests = await (longer[CHECK] ?? (() => runAll(args)))();

if (tests.passed + tests.failed + tests.skipped === 0) tests.failed = 1;
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
await eventStore?.stop();
if (eventStore) console.log(`EventStoreDB: ${eventStore.name}`);
console.log(`Kafka: ${BROKERS[broker]}`);
for (const name of failedChecks) console.log(`failed check: ${name}`);
console.log(`${passed + tests.passed} passed, ${failed} failed, ${skipped} skipped`);
process.exitCode = failed === 0 ? 0 : 1;
