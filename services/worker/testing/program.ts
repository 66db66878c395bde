import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { TestApi } from '#services/api/testing/test-api.ts';
import { secretsOf } from '#services/runtime/secrets.ts';
import { programEnvironment } from '#services/runtime/testing/program-environment.ts';

/** Starts `services/<name>/main.ts` on a test API's database, with its keys. */
export async function startProgram(
  name: 'worker' | 'api' | 'relay',
  { databaseUrl, deps }: TestApi,
  env: Readonly<Record<string, string>> = {},
) {
  const secrets = secretsOf(databaseUrl);
  const key = (secret: Parameters<typeof secrets.ring>[0]) => secrets.ring(secret)[0].key.toString('base64');
  const child: ChildProcess = fork(new URL(`../../${name}/main.ts`, import.meta.url), {
    execArgv: ['--disable-warning=ExperimentalWarning'],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    env: {
      ...programEnvironment,
      DATABASE_URL: databaseUrl,
      DATA_DIR: deps.config.dataDir,
      SANDBOX: '1',
      RATE_LIMITS: 'off',
      PORT: '0',
      SANDBOX_PUBLIC: '1',
      FANWATT_SECRET_VAULT: key('vault'),
      FANWATT_SECRET_LOOKUP: key('lookup'),
      FANWATT_SECRET_SANDBOX_NOTICES: key('sandbox-notices'),
      FANWATT_SECRET_TICKET_SIGNING: key('ticket-signing'),
      FANWATT_SECRET_LOG_SEALING: key('log-sealing'),
      FANWATT_SECRET_SESSION_SIGNING: key('session-signing'),
      ...env,
    },
  });
  let output = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    output = (output + chunk.toString()).slice(-4_000);
  });
  const gone = once(child, 'exit');
  const ready = await Promise.race([
    once(child, 'message').then(([message]) => message),
    gone.then(([code]) => {
      throw new Error(`${name} ended with ${code}: ${output}`);
    }),
  ]);
  const { pid } = child;
  if (pid === undefined) throw new Error(`${name} has no process`);
  return {
    pid,
    /** Its report to the supervisor at the start. */
    ready,
    /** SIGKILL: no chance to close anything. */
    async kill(): Promise<void> {
      child.kill('SIGKILL');
      await gone;
    },
    /** SIGTERM, in order. @returns its exit code */
    async stop(): Promise<number | null> {
      child.kill('SIGTERM');
      const [code] = await gone;
      return code;
    },
  };
}

export type Program = Awaited<ReturnType<typeof startProgram>>;
