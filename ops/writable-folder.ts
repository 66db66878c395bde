import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { codeOf, lineOf, Problem } from './problem.ts';

/** Level by level: for a whole path below `/proc`, Node tries without end. */
async function makeFolder(folder: string): Promise<void> {
  const missing: string[] = [];
  for (let at = resolve(folder); !existsSync(at); at = dirname(at)) missing.push(at);
  for (const level of missing.reverse()) {
    try {
      await mkdir(level);
    } catch (error) {
      // Another process of ours may have made it in between; whether it is of use, writing shows.
      if (codeOf(error) !== 'EEXIST') throw error;
    }
  }
}

/** Makes the data directory where it is missing. Throws a Problem of one line when it cannot be written. */
export async function requireWritable(dataDir: string): Promise<void> {
  try {
    await makeFolder(dataDir);
    const probe = join(dataDir, `.probe-${process.pid}`);
    await writeFile(probe, '');
    await rm(probe);
  } catch (error) {
    throw new Problem(
      `cannot write to DATA_DIR ${dataDir} (${codeOf(error) ?? lineOf(error)}): make it writable or set DATA_DIR to another folder`,
    );
  }
}
