import { fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#events/testing/database.ts';
import { temporaryFolder } from '#events/testing/fixture.ts';
import { readIdentity } from '#services/runtime/settings/identity.ts';
import { programEnvironment } from '#services/runtime/testing/program-environment.ts';

const folder = temporaryFolder();
let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase('whole');
});
const started: { child: ReturnType<typeof fork>; ended: Promise<unknown> }[] = [];
afterEach(async () => {
  for (const { child } of started) child.kill('SIGKILL');
  await Promise.all(started.splice(0).map(({ ended }) => ended));
  await database.drop();
});

function run(program: string, words: readonly string[] = [], env: NodeJS.ProcessEnv = {}) {
  const child = fork(program, words, {
    env: { ...programEnvironment, DATABASE_URL: database.url, DATA_DIR: folder.path, SANDBOX: '1', ...env },
    execArgv: ['--disable-warning=ExperimentalWarning'],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, output }));
  started.push({ child, ended });
  /** `ready`, or what the program ended with. */
  const outcome = Promise.race([once(child, 'message').then(() => 'ready' as const), ended]);
  return { child, ended, outcome };
}

/** A server process that becomes ready and is stopped again. */
async function startAndStop(env: NodeJS.ProcessEnv = {}): Promise<void> {
  const { child, ended, outcome } = run('services/worker/main.ts', [], env);
  expect(await outcome).toBe('ready');
  child.kill('SIGTERM');
  expect(await ended).toMatchObject({ code: 0 });
}

const refusal = (text: string) => `these are not the settings of this database: ${text}\n`;

test('a second start in another business zone ends with one line that names both', async () => {
  await startAndStop();
  const zone = { BUSINESS_TIME_ZONE: 'America/New_York' };
  const line = refusal('BUSINESS_TIME_ZONE is America/New_York, the database has Asia/Shanghai');
  expect(await run('services/worker/main.ts', [], zone).ended).toEqual({
    code: 1,
    output: `worker: ${line}`,
  });
  expect(await run('ops/start.mjs', [], zone).ended).toEqual({ code: 1, output: line });
  expect(await run('ops/audit.ts', ['verify'], zone).ended).toEqual({ code: 1, output: line });
  await startAndStop();
});

test('a new key of tickets is refused with the command that gives the former one up, and accepted after it', async () => {
  await startAndStop();
  await writeFile(join(folder.path, 'keys/ticket-signing'), randomBytes(32).toString('base64'));
  const before = await run('services/worker/main.ts').ended;
  expect(before).toEqual({
    code: 1,
    output: expect.stringMatching(
      /^worker: .*FANWATT_SECRET_TICKET_SIGNING is id \w+, the database has id \w+ \(npm run keys -- forget ticket-signing \w+ gives it up\)\n$/,
    ),
  });
  const [id = ''] = /(?<=has id )\w+/.exec(before.output) ?? [];
  const accepted = await run('ops/keys.ts', ['forget', 'ticket-signing', id]).ended;
  expect(accepted).toMatchObject({ code: 0, output: expect.stringContaining('refused as forged') });
  await startAndStop();
});

/** Both programs have found no record, and wait to write theirs. */
async function untilBothRecord(): Promise<void> {
  const waiting = () =>
    database.pool.query(
      `SELECT FROM pg_locks WHERE relation = 'runtime.identity'::regclass AND NOT granted AND database =
         (SELECT oid FROM pg_database WHERE datname = current_database())`,
    );
  await expect.poll(async () => (await waiting()).rowCount, { timeout: 30_000 }).toBe(2);
}

test('of two servers that start for the first time at once, one runs', async () => {
  const holder = await database.pool.connect();
  try {
    await holder.query('BEGIN; LOCK TABLE runtime.identity IN SHARE MODE');
    const zones = ['UTC', 'Asia/Tokyo'] as const;
    const starts = zones.map((BUSINESS_TIME_ZONE) =>
      run('services/worker/main.ts', [], { BUSINESS_TIME_ZONE }),
    );
    await untilBothRecord();
    await holder.query('COMMIT');
    const outcomes = await Promise.all(starts.map(({ outcome }) => outcome));
    const winner = outcomes.indexOf('ready');
    const [own, other] = [zones[winner], zones[1 - winner]];
    expect(outcomes[1 - winner]).toEqual({
      code: 1,
      output: `worker: ${refusal(`BUSINESS_TIME_ZONE is ${other}, the database has ${own}`)}`,
    });
    expect(await readIdentity(database.pool)).toMatchObject({ BUSINESS_TIME_ZONE: own, SANDBOX: '1' });
  } finally {
    holder.release();
  }
});

test('two servers with the same settings both start', async () => {
  const holder = await database.pool.connect();
  try {
    await holder.query('BEGIN; LOCK TABLE runtime.identity IN SHARE MODE');
    const starts = [1, 2].map(() => run('services/worker/main.ts'));
    await untilBothRecord();
    await holder.query('COMMIT');
    expect(await Promise.all(starts.map(({ outcome }) => outcome))).toEqual(['ready', 'ready']);
  } finally {
    holder.release();
  }
});
