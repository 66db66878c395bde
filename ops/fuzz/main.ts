/** `npm run fuzz`: schemathesis sends generated requests to every call of the API, as several kinds of callers. */
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { lineOf, Problem } from '#ops/problem.ts';
import { removeFolder, startServer, temporaryFolder } from '#ops/testing/run-server.ts';
import { logout } from '#services/contract/accounts/accounts.ts';
import { deleteAccount } from '#services/contract/accounts/deletion.ts';
import { revokeOtherSessions, revokeSession, revokeSessions } from '#services/contract/accounts/sessions.ts';
import { LIVE_PATHS } from '#services/contract/system/live.ts';
import { sandboxClock } from '#services/contract/system/sandbox.ts';
import { type Call, type Caller, callsOf, type Document, mayUse, openCaller } from './callers.ts';
import { readKnownValues } from './known-values.ts';

const here = fileURLToPath(new URL('.', import.meta.url));
const USAGE = 'use: npm run fuzz [-- --examples 200 --seed 1 --as guest,fan,creator,finance --only PATH]';

/** Requests that the caller may not make are refused before their input is read: a few show that. */
const EXAMPLES_OF_REFUSED = 5;
/** These end sessions or accounts, or move the clock of all: they come last. */
const LAST = [deleteAccount, logout, revokeSession, revokeOtherSessions, revokeSessions, sandboxClock].map(
  (endpoint) => endpoint.path,
);
/** Their answers never end; `live-streams.test.ts` and `overlay.routes.test.ts` test them. */
const ENDLESS = Object.values(LIVE_PATHS);
const CHECKS =
  'not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance';

interface Options {
  examples: number;
  seed: number;
  as: readonly string[];
  only: string | undefined;
}

function readOptions(): Options {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({ options: { examples: text, seed: text, as: text, only: text } });
  const [examples, seed] = [Number(values.examples ?? 200), Number(values.seed ?? 1)];
  if (!(Number.isInteger(examples) && examples > 0 && Number.isInteger(seed))) throw new Problem(USAGE);
  return { examples, seed, as: (values.as ?? 'guest,fan,creator,finance').split(','), only: values.only };
}

interface Totals {
  passed: number;
  failed: number;
}

/** Runs schemathesis over some calls; each call counts once. */
async function fuzz(
  base: string,
  folder: string,
  caller: Caller,
  calls: readonly Call[],
  { examples, seed }: Omit<Options, 'as' | 'only'>,
): Promise<Totals> {
  if (calls.length === 0) return { passed: 0, failed: 0 };
  const report = join(folder, `${caller.name}-${calls.length}-${examples}.xml`);
  const words = ['run', `${base}/api/openapi.json`, '--phases', 'fuzzing', '--checks', CHECKS];
  words.push('--max-examples', `${examples}`, '--seed', `${seed}`, '--continue-on-failure', '--no-color');
  words.push('--suppress-health-check', 'all', '--warnings', 'off', '--request-timeout', '30');
  words.push('--report', 'junit', '--report-junit-path', report);
  for (const [name, value] of Object.entries(caller.headers)) words.push('-H', `${name}: ${value}`);
  for (const { method, path } of calls) words.push('--include-name', `${method.toUpperCase()} ${path}`);
  const child = spawn(process.env.SCHEMATHESIS ?? 'schemathesis', words, {
    cwd: folder,
    env: {
      ...process.env,
      PYTHONPATH: here,
      PYTHONDONTWRITEBYTECODE: '1',
      SCHEMATHESIS_HOOKS: 'known_values',
      FUZZ_KNOWN_VALUES: join(folder, 'known-values.json'),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => output.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => output.push(chunk));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', () =>
      reject(
        new Problem(
          'schemathesis is missing: pip install -r ops/fuzz/requirements.txt (or set SCHEMATHESIS)',
        ),
      ),
    );
    child.once('close', resolve);
  });
  const xml = await readFile(report, 'utf8').catch(() => '');
  const attribute = (name: string): number =>
    Number(new RegExp(`<testsuites[^>]* ${name}="(\\d+)"`).exec(xml)?.[1] ?? 0);
  const failed = attribute('failures') + attribute('errors');
  const passed = attribute('tests') - failed;
  const right = code === 0 && failed === 0 && passed === calls.length;
  console.log(
    `${caller.name}: ${calls.length} calls, ${examples} examples each: ${right ? 'passed' : `${failed} FAILED`}`,
  );
  if (!right) console.log(Buffer.concat(output).toString());
  return { passed, failed: right ? 0 : Math.max(failed, calls.length - passed, 1) };
}

async function fuzzAll(base: string, folder: string, options: Options): Promise<Totals> {
  const document = (await (await fetch(`${base}/api/openapi.json`)).json()) as Document;
  const callers = await Promise.all(options.as.map((name) => openCaller(base, name)));
  const known = await readKnownValues(base, document, callers);
  await writeFile(join(folder, 'known-values.json'), JSON.stringify(known));
  const calls = callsOf(document).filter(
    ({ path }) => !ENDLESS.includes(path) && (options.only === undefined || path.includes(options.only)),
  );
  const ending = calls.filter(({ path }) => LAST.includes(path));
  const totals = { passed: 0, failed: 0 };
  const run = async (caller: Caller, some: readonly Call[], examples: number): Promise<void> => {
    const { passed, failed } = await fuzz(base, folder, caller, some, { examples, seed: options.seed });
    totals.passed += passed;
    totals.failed += failed;
  };
  await Promise.all(
    callers.map(async (caller) => {
      const allowed: Call[] = [];
      const refused: Call[] = [];
      for (const call of calls) {
        if (ending.includes(call)) continue;
        ((await mayUse(base, caller, call)) ? allowed : refused).push(call);
      }
      await run(caller, allowed, options.examples);
      await run(caller, refused, EXAMPLES_OF_REFUSED);
    }),
  );
  for (const caller of callers) await run(caller, ending, options.examples);
  return totals;
}

try {
  const options = readOptions();
  const dataDir = await temporaryFolder();
  const folder = await mkdtemp(join(tmpdir(), 'fanwatt-fuzz-'));
  const server = await startServer({ DATA_DIR: dataDir, DEMO: '1', RATE_LIMITS: 'off' });
  try {
    await server.untilPrinted('Ctrl-C stops it.');
    const { passed, failed } = await fuzzAll(server.base, folder, options);
    if (failed > 0) console.log(`Messages of the server:\n${server.said().slice(-8000)}`);
    console.log(`${passed} passed, ${failed} failed, 0 skipped`);
    process.exitCode = failed === 0 ? 0 : 1;
  } finally {
    server.supervisor.kill('SIGTERM');
    await server.ended;
    await removeFolder(dataDir);
    await rm(folder, { recursive: true, force: true });
  }
} catch (error) {
  console.error(error instanceof Problem ? error.message : lineOf(error));
  process.exitCode = 1;
}
