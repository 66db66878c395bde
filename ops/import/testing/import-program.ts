import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { TestApi } from '#services/api/testing/test-api.ts';
import { secretsOf } from '#services/runtime/secrets.ts';
import { programEnvironment } from '#services/runtime/testing/program-environment.ts';

const root = new URL('../../../', import.meta.url);

/** Node's arguments as in `npm run import`: memory limits, and the program. */
function importArguments(): string[] {
  const { scripts } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8')) as {
    scripts: { import: string };
  };
  return scripts.import.split(' ').slice(1);
}

/** Imports a file for the creator of a page, into a test API's database and with its keys. */
export function startImport(
  { databaseUrl, deps }: Pick<TestApi, 'databaseUrl' | 'deps'>,
  slug: string,
  file: string,
) {
  const secrets = secretsOf(databaseUrl);
  const key = (secret: Parameters<typeof secrets.ring>[0]) => secrets.ring(secret)[0].key.toString('base64');
  const child: ChildProcess = spawn(process.execPath, [...importArguments(), '--creator', slug, file], {
    cwd: fileURLToPath(root),
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...programEnvironment,
      DATABASE_URL: databaseUrl,
      DATA_DIR: deps.config.dataDir,
      BUSINESS_TIME_ZONE: deps.config.businessTimeZone,
      SANDBOX_PUBLIC: '1',
      FANWATT_SECRET_VAULT: key('vault'),
      FANWATT_SECRET_LOOKUP: key('lookup'),
      FANWATT_SECRET_SANDBOX_NOTICES: key('sandbox-notices'),
    },
  });
  let printed = '';
  let output = '';
  child.stdout?.on('data', (chunk: Buffer) => {
    printed += chunk.toString();
  });
  child.stderr?.on('data', (chunk: Buffer) => {
    output = (output + chunk.toString()).slice(-4_000);
  });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  const finished = ended.then((code) => {
    if (code === 0) return printed.trim();
    throw new Error(`the import ended with ${code}: ${printed}${output}`);
  });
  // A killed run may end without success.
  finished.catch(() => undefined);
  return {
    /** Its last line after success; rejects with its whole output after a failure. */
    finished,
    /** SIGKILL: no chance to close anything. */
    async kill(): Promise<void> {
      child.kill('SIGKILL');
      await ended;
    },
    /** Peak resident memory in MB, from Linux; undefined after its end. */
    async peakMb(): Promise<number | undefined> {
      const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '');
      const kb = /^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1];
      return kb === undefined ? undefined : Number(kb) / 1_024;
    },
  };
}

export type ImportProgram = ReturnType<typeof startImport>;
