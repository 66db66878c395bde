import { join } from 'node:path';
import { codeOf, lineOf, Problem } from '#ops/problem.ts';
import { addedSums } from './added-files.ts';
import { type Copy, copyFile, type FileSums, sumsOf } from './copies.ts';

/** Uploaded files: everything but them can be restored without one of them. */
export const isMedia = (path: string): boolean => path.startsWith('data/media/');

/** The files of a copy, and those that were added to it. Throws a Problem when their list is missing or another one. */
export const listedFiles = async (copy: Pick<Copy, 'folder' | 'files'>): Promise<FileSums> =>
  new Map([...(await sumsOf(copy)), ...(await addedSums(copy.folder))]);

/** Why a file of a copy is not what its list says; undefined: it is, or it is in no list. */
export async function damageTo(folder: string, path: string, sums: FileSums): Promise<string | undefined> {
  const listed = sums.get(path);
  if (!listed) return undefined;
  const sum = await copyFile(join(folder, path)).catch((error: unknown) => codeOf(error) ?? lineOf(error));
  if (typeof sum === 'object' && sum.sha256 === listed.sha256) return undefined;
  const why =
    sum === undefined
      ? 'is missing'
      : typeof sum === 'string'
        ? `cannot be read (${sum})`
        : `has ${sum.bytes} bytes of other content, not its ${listed.bytes}`;
  return `${folder} is damaged: ${path} ${why}`;
}

/**
 * Compares every file of a copy with its sum, and those that were added to it. Throws a Problem that names the first file
 * of the database or of the keys that differs.
 * @returns a line for each damaged uploaded file, by path
 */
export async function requireRestorable(copy: Copy): Promise<Map<string, string>> {
  const sums = await listedFiles(copy);
  const damaged = new Map<string, string>();
  for (const path of sums.keys()) {
    const damage = await damageTo(copy.folder, path, sums);
    if (!damage) continue;
    if (!isMedia(path)) throw new Problem(`${damage}; use --before with an earlier time`);
    damaged.set(path, damage);
  }
  return damaged;
}

/** As `requireRestorable`, and uploaded files must be whole, too: the Problem names the first one. */
export async function requireWhole(copy: Copy): Promise<void> {
  const damaged = await requireRestorable(copy);
  const [first] = damaged.values();
  if (first) throw new Problem(`${first}; such uploaded files: ${damaged.size}, all else can be restored`);
}
