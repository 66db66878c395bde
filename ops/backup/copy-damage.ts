import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf, lineOf, Problem } from '#ops/problem.ts';
import { addedSums } from './added-files.ts';
import { type Copy, copyFile, type FileSums, isDraft, sumsOf } from './copies.ts';

/** Uploaded files: everything but them can be restored without one of them. */
export const isMedia = (path: string): boolean => path.startsWith('data/media/');

/**
 * The files of a copy, and those that were added to it. Throws a Problem when the copy's list is missing or another one.
 * Without a readable list of the added ones, these are in none.
 */
export const listedFiles = async (copy: Pick<Copy, 'folder' | 'files'>): Promise<FileSums> =>
  new Map([...(await sumsOf(copy)), ...(await addedSums(copy.folder).catch((): FileSums => new Map()))]);

/** Paths of the keys and uploaded files that a copy has. */
async function filesOf(folder: string): Promise<string[]> {
  const entries = await readdir(join(folder, 'data'), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && !isDraft(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();
}

/** Lines about files that no list names, as after a crash or the loss of a list: nobody knows whether they are whole. */
async function unlistedFiles(folder: string, files: readonly string[], sums: FileSums) {
  const unlisted = files.filter((path) => !sums.has(path));
  if (unlisted.length === 0) return [];
  // A file that came meanwhile has its line by now.
  const added = await addedSums(folder).catch((): FileSums => new Map());
  return unlisted
    .filter((path) => !added.has(path))
    .map((path) => `${folder}: ${path} is in no list: it can be damaged`);
}

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

interface Restorable {
  /** A line for each damaged uploaded file, by path. */
  damaged: Map<string, string>;
  /** A line for each file without a sum. */
  unlisted: string[];
}

/**
 * Compares every file of a copy with its sum, and those that were added to it. Throws a Problem that names the first file
 * of the database or of the keys that differs.
 */
export async function requireRestorable(copy: Copy): Promise<Restorable> {
  const files = await filesOf(copy.folder).catch(() => []);
  const sums = await listedFiles(copy);
  const damaged = new Map<string, string>();
  for (const path of sums.keys()) {
    const damage = await damageTo(copy.folder, path, sums);
    if (!damage) continue;
    if (!isMedia(path)) throw new Problem(`${damage}; use --before with an earlier time`);
    damaged.set(path, damage);
  }
  return { damaged, unlisted: await unlistedFiles(copy.folder, files, sums) };
}

/** As `requireRestorable`, and uploaded files must be whole and listed, too: the Problem names the first one. */
export async function requireWhole(copy: Copy): Promise<void> {
  const { damaged, unlisted } = await requireRestorable(copy);
  const lines = [...damaged.values(), ...unlisted];
  if (lines[0])
    throw new Problem(`${lines[0]}; such uploaded files: ${lines.length}, all else can be restored`);
}
