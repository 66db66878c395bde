import { execFile, execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Whether a program of accountants is on this machine. */
export function isThere(program: 'hledger' | 'bean-check'): boolean {
  try {
    execFileSync(program, ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Runs a program on a file with this text (`FILE` in its arguments). Returns its output or its error. */
export async function judged(
  program: string,
  args: readonly string[],
  text: string,
): Promise<{ well: boolean; output: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'fanwatt-books-'));
  try {
    const file = join(folder, 'books');
    await writeFile(file, text);
    const argv = args.map((arg) => (arg === 'FILE' ? file : arg));
    const { stdout } = await run(program, argv, { maxBuffer: 64 * 1024 * 1024 });
    return { well: true, output: stdout };
  } catch (error) {
    if (error instanceof Error && 'stderr' in error) return { well: false, output: String(error.stderr) };
    throw error;
  } finally {
    await rm(folder, { recursive: true });
  }
}
