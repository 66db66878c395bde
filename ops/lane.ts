/**
 * `npm run deep`, and what CI runs: the checks of a lane, one after another. Prints what failed once more at the end,
 * the time of each check, and as its last line the sum of all totals.
 */
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';

interface Check {
  command: string;
  env?: NodeJS.ProcessEnv;
}

const MODES = ['', ' --log esdb', ' --feed kafka', ' --replicas 3'];
const SEEDS = [1, 2, 3];

const lanes: Readonly<Record<string, readonly Check[]>> = {
  merge: [
    { command: 'npm test' },
    { command: 'npm run stories' },
    { command: 'npm run engines -- fan', env: { ENGINE: 'firefox' } },
    { command: 'npm run production' },
    { command: 'npm run walk' },
    { command: 'npm run crash' },
    { command: 'npm run chaos -- --minutes 1 --seed 1' },
    { command: 'npm run fuzz -- --examples 15' },
    { command: 'npm run clients' },
  ],
  deep: [
    { command: 'npm run engines' },
    { command: 'npm run walk', env: { WALK: 'whole' } },
    { command: 'npm run fuzz -- --examples 200' },
    ...MODES.flatMap((mode) =>
      SEEDS.map((seed) => ({ command: `npm run chaos -- --minutes 2 --seed ${seed}${mode}` })),
    ),
    { command: 'npm test -- comment-races', env: { COMMENT_STEPS: '1000000' } },
    { command: 'npm test -- like-races', env: { LIKE_STEPS: '1000000' } },
    { command: 'npm test -- vote-races', env: { BALLOT_STEPS: '1000000' } },
    { command: 'npm test -- unread-races', env: { UNREAD_STEPS: '1000000' } },
    { command: 'npm run simulate' },
    { command: 'npm run bench' },
  ],
};

interface Totals {
  passed: number;
  failed: number;
  skipped: number;
}

const TOTALS = /^(?<passed>\d+) passed, (?<failed>\d+) failed, (?<skipped>\d+) skipped$/gm;
/** What a failed check printed about its failures, and a few lines after each. */
const FAILURES = /^.*(?: FAIL |Error|FAILED).*(?:\n.*){0,12}/gm;
const MAX_FAILURES = 40;
/** Only the end of what a check printed is kept for the failures, in characters. */
const KEPT = 4_000_000;

/** A check without totals counts as one test. */
function totalsOf(output: string, ok: boolean): Totals {
  const last = [...output.matchAll(TOTALS)].at(-1)?.groups;
  if (last === undefined) return { passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0 };
  const failed = Number(last.failed);
  return {
    passed: Number(last.passed),
    failed: ok ? failed : Math.max(failed, 1),
    skipped: Number(last.skipped),
  };
}

async function run({ command, env }: Check): Promise<{ ok: boolean; output: string }> {
  const child = spawn('sh', ['-c', command], {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      process.stdout.write(text);
      output = (output + text).slice(-KEPT);
    });
  const code = await new Promise<number>((resolve) => {
    child.once('close', (status, signal) =>
      resolve(status ?? 128 + (signal ? constants.signals[signal] : 0)),
    );
  });
  return { ok: code === 0, output: stripVTControlCharacters(output) };
}

const lane = lanes[process.argv[2] ?? ''];
if (lane === undefined) throw new Error(`one of ${Object.keys(lanes).join(', ')}`);
const sum: Totals = { passed: 0, failed: 0, skipped: 0 };
const times: string[] = [];
const failures: string[] = [];
for (const check of lane) {
  const name = Object.entries(check.env ?? {}).reduce(
    (words, [key, value]) => `${key}=${value} ${words}`,
    check.command,
  );
  console.log(`\n== ${name}`);
  const began = Date.now();
  const { ok, output } = await run(check);
  const totals = totalsOf(output, ok);
  sum.passed += totals.passed;
  sum.failed += totals.failed;
  sum.skipped += totals.skipped;
  times.push(`${Math.round((Date.now() - began) / 1000)} s ${ok ? 'passed' : 'FAILED'}: ${name}`);
  if (!ok) failures.push(`== ${name}`, ...(output.match(FAILURES) ?? []).slice(0, MAX_FAILURES));
}
console.log(['', ...failures, ...times].join('\n'));
console.log(`${sum.passed} passed, ${sum.failed} failed, ${sum.skipped} skipped`);
process.exitCode = sum.failed === 0 ? 0 : 1;
