import { readFileSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { readJson } from '#events/checked.ts';
import { codeOf, Problem } from '#ops/problem.ts';
import { requireWritable } from '#ops/writable-folder.ts';
import { isAlive } from './postmaster.ts';

/** Who runs the embedded PostgreSQL of a data directory. */
const holder = z.object({
  pid: z.int(),
  /** Start time of the process, to distinguish it from a later one with the same number; empty if unknown. */
  started: z.string(),
  /** For the user: `npm start`, `npm run import`. */
  program: z.string(),
});
export type Holder = z.infer<typeof holder>;

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
  const text = await readFile(fileOf(dataDir), 'utf8').catch(() => '');
  const named = readJson(holder, text);
  return named && isAlive(named.pid) && startOf(named.pid) === named.started ? named : undefined;
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
    const other = await holderOf(dataDir);
    if (other) {
      throw new Problem(
        `${dataDir} is in use by ${other.program} (process ${other.pid}): stop it first, or set DATA_DIR to another folder`,
      );
    }
    await rm(fileOf(dataDir), { force: true });
  }
}
