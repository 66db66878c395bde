import { readFileSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf, Problem } from '#ops/problem.ts';
import { requireWritable } from '#ops/writable-folder.ts';
import { isAlive } from './postmaster.ts';

/** Who runs the embedded PostgreSQL of a data directory. */
export interface Holder {
  pid: number;
  /** Start time of the process, to distinguish it from a later one with the same number; empty if unknown. */
  started: string;
  /** For the user: `npm start`, `npm run import`. */
  program: string;
}

export interface Hold {
  release(): Promise<void>;
}

function startOf(pid: number): string {
  try {
    // The program's name, in parentheses, may contain blanks; the start is the 20th field behind it.
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').pop()?.split(' ')[19] ?? '';
  } catch {
    return '';
  }
}

const fileOf = (dataDir: string): string => join(dataDir, 'postgres-holder.json');

/** The living holder of a data directory, if there is one. */
export async function holderOf(dataDir: string): Promise<Holder | undefined> {
  try {
    const holder = JSON.parse(await readFile(fileOf(dataDir), 'utf8')) as Holder;
    return isAlive(holder.pid) && startOf(holder.pid) === holder.started ? holder : undefined;
  } catch {
    return undefined;
  }
}

/** Locks the data directory for this process. Refuses, with the holder's pid, while another process has it. */
export async function takeHold(dataDir: string, program: string): Promise<Hold> {
  await requireWritable(dataDir);
  const me: Holder = { pid: process.pid, started: startOf(process.pid), program };
  for (;;) {
    try {
      await writeFile(fileOf(dataDir), JSON.stringify(me), { flag: 'wx' });
      return { release: () => rm(fileOf(dataDir), { force: true }) };
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error;
    }
    const holder = await holderOf(dataDir);
    if (holder) {
      throw new Problem(
        `${dataDir} is in use by ${holder.program} (process ${holder.pid}): stop it first, or set DATA_DIR to another folder`,
      );
    }
    await rm(fileOf(dataDir), { force: true });
  }
}
