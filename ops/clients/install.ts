import { spawn } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Problem } from '#ops/problem.ts';

/** The published clients of the interface. The two in Python need different versions of one package. */
const NPM = ['afdian-api@1.0.5', 'sponsorkit@18.0.0'];
const NONEBOT = ['nonebot-adapter-afdian==0.2.0', 'nonebot2[fastapi,httpx]==2.5.0'];
const AFDIANKIT = ['afdiankit==0.2.0'];

/**
 * Runs a program and answers what it printed. Throws with all of it when it fails.
 * @param env in addition to the environment
 */
export async function run(
  command: string,
  words: readonly string[],
  { cwd, env }: { cwd: string; env?: NodeJS.ProcessEnv },
): Promise<string> {
  const child = spawn(command, words, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [output, errors] = [child.stdout, child.stderr].map((stream) => {
    const chunks: Buffer[] = [];
    stream.on('data', (chunk: Buffer) => chunks.push(chunk));
    return chunks;
  });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  const text = Buffer.concat(output ?? []).toString();
  if (code === 0) return text;
  throw new Problem(
    `${command} ${words.join(' ')} failed: ${Buffer.concat(errors ?? []).toString() || text}`,
  );
}

/** @returns the Python of a new environment with these packages */
async function python(folder: string, name: string, packages: readonly string[]): Promise<string> {
  const cwd = folder;
  await run('python3', ['-m', 'venv', name], { cwd });
  const program = join(folder, name, 'bin', 'python');
  const quiet = ['-q', '--disable-pip-version-check', '--prefer-binary'];
  await run(program, ['-m', 'pip', 'install', ...quiet, ...packages], { cwd });
  return program;
}

async function packages(folder: string): Promise<string> {
  const cwd = join(folder, 'npm');
  await mkdir(cwd);
  await writeFile(join(cwd, 'package.json'), '{"private":true}');
  // None of them needs a script after it is unpacked.
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error', '--ignore-scripts', '--prefer-offline'];
  await run('npm', ['install', ...quiet, ...NPM], { cwd });
  return cwd;
}

export interface Installed {
  /** With `node_modules`. */
  npm: string;
  /** The interpreter that has it. */
  nonebot: string;
  afdiankit: string;
}

/** Installs the clients into a folder. Needs npm, and Python with its module `venv`. */
export async function installClients(folder: string): Promise<Installed> {
  const [npm, nonebot, afdiankit] = await Promise.all([
    packages(folder),
    python(folder, 'nonebot', NONEBOT),
    python(folder, 'afdiankit', AFDIANKIT),
  ]);
  return { npm, nonebot, afdiankit };
}
