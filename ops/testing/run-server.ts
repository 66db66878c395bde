import { spawn } from 'node:child_process';
import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '#ops/postgres/server.ts';
import { programEnvironment } from '#services/runtime/testing/program-environment.ts';

const program = fileURLToPath(new URL('../start.mjs', import.meta.url));
const endWithParent = fileURLToPath(new URL('../start/end-with-parent.ts', import.meta.url));

export async function temporaryFolder(prefix = 'fanwatt-start-'): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), prefix));
  await chmod(folder, 0o755);
  return folder;
}

export const removeFolder = (folder: string): Promise<void> => rm(folder, { recursive: true, force: true });

/**
 * Starts a supervisor. The environment is the machine's without our settings, plus the given ones.
 * @param endsWithUs it stops when this process ends, and does not keep it running
 * @param words of the command line
 */
export async function startServer(env: NodeJS.ProcessEnv, endsWithUs = false, words: readonly string[] = []) {
  const port = env.PORT ?? String(await freePort());
  const dataDir = env.DATA_DIR ?? '';
  const supervisor = spawn(
    process.execPath,
    [...(endsWithUs ? ['--import', endWithParent] : []), program, ...words],
    {
      env: { ...programEnvironment, HOME: process.env.HOME, DEMO: '0', ...env, PORT: port },
      stdio: ['ignore', 'pipe', 'pipe', ...(endsWithUs ? (['ipc'] as const) : [])],
    },
  );
  if (endsWithUs) {
    supervisor.unref();
    supervisor.channel?.unref();
  }
  let text = '';
  const waiting = new Set<() => void>();
  const hear = (chunk: Buffer): void => {
    text += chunk.toString();
    for (const look of waiting) look();
  };
  supervisor.stdout?.on('data', hear);
  supervisor.stderr?.on('data', hear);
  let over = false;
  const ended = new Promise<number | null>((resolve) => {
    supervisor.once('close', (code) => {
      over = true;
      resolve(code);
      for (const look of waiting) look();
    });
  });
  return {
    base: `http://127.0.0.1:${port}`,
    dataDir,
    supervisor,
    /** Resolves with its exit code. */
    ended,
    /** All it has printed so far. */
    said: (): string => text,
    /** Resolves when it has printed the text; rejects when it ends before that. */
    untilPrinted: (wanted: string): Promise<void> =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          if (text.includes(wanted)) resolve();
          else if (over) reject(new Error(`it ended without saying "${wanted}":\n${text}`));
          else return;
          waiting.delete(look);
        };
        waiting.add(look);
        look();
      }),
  };
}

export type RunningServer = Awaited<ReturnType<typeof startServer>>;

/** Ids of the processes that a process has started, and those that they have started. */
export async function descendantsOf(parent: number): Promise<number[]> {
  const names = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const parents = new Map<number, number>();
  for (const name of names) {
    const stat = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '');
    // After the name in brackets: state and parent.
    parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]));
  }
  const found = [parent];
  // Those that are found are looked through in turn.
  for (const one of found) for (const [pid, of] of parents) if (of === one) found.push(pid);
  return found.slice(1);
}

/** Ids of all living processes that were started, directly or not, with this data directory. */
export async function processesOf(dataDir: string): Promise<{ pid: number; command: string }[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const found = await Promise.all(
    pids.map(async (pid) => {
      const text = (file: string): Promise<string> =>
        readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '');
      const [command, environment, state] = [
        await text('cmdline'),
        await text('environ'),
        await text('stat'),
      ];
      const ours = command.includes(dataDir) || environment.includes(dataDir);
      // A zombie process counts as dead.
      const dead = / Z /.test(state.slice(state.lastIndexOf(')')));
      return ours && !dead ? { pid: Number(pid), command: command.replaceAll('\0', ' ') } : undefined;
    }),
  );
  return found.filter((one) => one !== undefined);
}
