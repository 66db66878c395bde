import { closeSync, openSync, renameSync, statSync } from 'node:fs';
import { get } from 'node:http';
import { join, resolve } from 'node:path';
import { json } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { demoAccounts } from '#ops/demo/accounts.ts';
import { Problem } from '#ops/problem.ts';
import { requireWritable } from '#ops/writable-folder.ts';
import type { Config } from '#services/runtime/config.ts';
import { readServerConfig } from '#services/runtime/settings/server.ts';
import { urlOf } from '#services/runtime/settings/values.ts';
import { keepRunning } from './child.ts';
import {
  damageOf,
  demoState,
  migrateDatabase,
  readEventLog,
  requireItsSettings,
  startDatabase,
} from './database.ts';
import { notConfigured } from './not-configured.ts';
import { takePort } from './port.ts';
import type { Stops } from './stops.ts';
import { runTask } from './task.ts';
import { isWebBuilt, outdatedWeb } from './web.ts';

interface Surroundings {
  env: NodeJS.ProcessEnv;
  /** API processes on the port. */
  replicas: number;
  stops: Stops;
  /** A line for the user. */
  tell(line: string): void;
  /** Ends everything because of an error. */
  fail(error: unknown): void;
}

const MAX_LOG_BYTES = 20_000_000;
const READY_TIMEOUT_MS = 60_000;
/** Read models at most this many events behind count as caught up. */
const MAX_BEHIND = 10_000;
/**
 * Largest old generations. Idle processes stay far below; the limit makes the garbage collector come early
 * enough for the whole server to stay small under load, and leaves room for a thousand concurrent buyers.
 */
const API_HEAP_MB = 256;
const WORKER_HEAP_MB = 192;
const RELAY_HEAP_MB = 96;
const BACKUP_HEAP_MB = 96;

/** The output of api and worker goes to a file; in production to the container's log. */
function openLog(config: Config): number | 'inherit' {
  if (config.production) return 'inherit';
  const file = join(config.dataDir, 'server.log');
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > MAX_LOG_BYTES) renameSync(file, `${file}.1`);
  return openSync(file, 'a', 0o600);
}

/** The settings for the children, with all values that were decided here. */
function childEnvironment(
  env: NodeJS.ProcessEnv,
  config: Config,
  url: string,
  port: number,
): NodeJS.ProcessEnv {
  return {
    ...env,
    DATABASE_URL: url,
    DATA_DIR: resolve(config.dataDir),
    PORT: String(port),
    HOST: config.host,
    SANDBOX: config.sandbox ? '1' : '0',
    // For processes that are started separately: here all would share one port.
    METRICS_PORT: '',
  };
}

/**
 * The lag of the slowest read model in events; undefined while the server is not ready. By node:http: the supervisor
 * runs permanently, and fetch needs megabytes.
 */
const lagAt = (url: string): Promise<number | undefined> =>
  new Promise((resolve) => {
    const request = get(url, { timeout: 5_000, agent: false }, (answer) => {
      json(answer).then(
        (body) => resolve(answer.statusCode === 200 ? Object(body).lag : undefined),
        () => resolve(undefined),
      );
    });
    request.on('timeout', () => request.destroy());
    request.on('error', () => resolve(undefined));
  });

/** Waits until the server is ready and its read models have caught up. */
async function untilReady(base: string, stops: Stops): Promise<boolean> {
  const deadline = performance.now() + READY_TIMEOUT_MS;
  while (!stops.running && performance.now() < deadline) {
    if (((await lagAt(`${base}/readyz`)) ?? Number.POSITIVE_INFINITY) <= MAX_BEHIND) return true;
    await delay(60);
  }
  return false;
}

/** A failed build stops only the first start: later ones serve the older build. */
async function buildWebIfOutdated(
  env: NodeJS.ProcessEnv,
  { stops, tell }: Pick<Surroundings, 'stops' | 'tell'>,
): Promise<void> {
  if (!(await outdatedWeb())) return;
  tell('Building the web application …');
  const task = runTask('building the web application', new URL('build-web.ts', import.meta.url), env);
  await stops.add(() => task.stop());
  try {
    await task.done;
  } catch (error) {
    if (!isWebBuilt() || stops.running) throw error;
    tell('The web application does not build (see above); the previous build is served.');
  }
}

/** Starts database, migrations, demo, web application, worker and api in this order and prints each step. */
export async function bringUp({ env, replicas, stops, tell, fail }: Surroundings): Promise<void> {
  const begun = performance.now();
  const config = readServerConfig(env);
  await requireWritable(config.dataDir);
  const port = await takePort(config.host, config.port);
  const url = await startDatabase(config, { stops, tell, fail });
  await migrateDatabase(url);
  await requireItsSettings(url, config, env);
  await readEventLog(url, config, tell);
  if (config.kafka) {
    // Loaded only here: this process runs permanently.
    const { requireTopic } = await import('#services/relay/require-topic.ts');
    await requireTopic(config.kafka);
  }
  const wantsDemo = config.demo && config.sandbox;

  const log = openLog(config);
  if (log !== 'inherit') await stops.add(() => closeSync(log));
  const childEnv = childEnvironment(env, config, url, port);
  const seeLog = `see ${join(config.dataDir, 'server.log')}`;
  const goOn = (name: string): void =>
    tell(`${name} keeps crashing and is restarted; orders are still accepted: ${seeLog}`);
  const unstable = new Set<string>();
  /** Without any API nothing is served, so the supervisor's caller must know. */
  const giveUp = (name: string): void => {
    unstable.add(name);
    if (unstable.size < replicas) goOn(name);
    else fail(new Problem(`${name} keeps crashing: ${seeLog}`));
  };
  /** Starts so many processes of one kind. */
  const run = async (
    kind: 'api' | 'worker' | 'relay' | 'backup',
    count: number,
    heap_mb: number,
  ): Promise<void> => {
    const folder = kind === 'backup' ? '..' : '../../services';
    const children = Array.from({ length: count }, (_, n) =>
      keepRunning({
        name: count === 1 ? kind : `${kind} ${n + 1}`,
        program: new URL(`${folder}/${kind}/main.ts`, import.meta.url),
        env: childEnv,
        args: kind === 'api' && count > 1 ? ['--shared-port'] : [],
        log,
        heap_mb,
        tell,
        onUnstable: kind === 'api' ? giveUp : goOn,
      }),
    );
    await stops.add(() => Promise.all(children.map((child) => child.stop())).then(() => undefined));
  };

  await buildWebIfOutdated(env, { stops, tell });
  if (wantsDemo && (await demoState(url)) === 'open') {
    tell('Creating the demo: 12 creators, 400 fans, 90 days …');
    const task = runTask('making the demo', new URL('../demo/main.ts', import.meta.url), childEnv);
    await stops.add(() => task.stop());
    await task.done;
  }
  // Not before the demo: it would expire the demo's unpaid orders, which are in the past.
  // The second worker takes over when the first one dies.
  await run('worker', Math.min(replicas, 2), WORKER_HEAP_MB);
  if (config.kafka) await run('relay', 1, RELAY_HEAP_MB);
  if (config.backupDir !== undefined) await run('backup', 1, BACKUP_HEAP_MB);
  await run('api', replicas, API_HEAP_MB);

  const base = urlOf(config.host, port);
  const ready = await untilReady(base, stops);
  if (stops.running) return;
  const seconds = ((performance.now() - begun) / 1000).toFixed(1);
  tell('');
  tell(
    ready
      ? `  Fanwatt is ready after ${seconds} s:  ${base}`
      : `  Fanwatt is up; pages are still catching up:  ${base}`,
  );
  for (const line of notConfigured(config)) tell(`  ${line}`);
  const damage = await damageOf(url);
  if (damage) tell(`  ${damage}`);
  if (wantsDemo && (await demoState(url)) === 'done') {
    tell('');
    for (const { role, account, password } of demoAccounts) {
      tell(`  ${role.padEnd(8)} ${account.padEnd(24)} ${password}`);
    }
  }
  tell('');
  tell('  Ctrl-C stops it.');
}
