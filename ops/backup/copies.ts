import { createHash, randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { link, mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { readJson } from '#events/checked.ts';
import { codeOf, Problem } from '#ops/problem.ts';
import { writeWhole } from './wal-archive.ts';

/** One copy of everything at one moment: `database/`, `data/` and these two files, the manifest last. */
const manifest = z.object({
  /** Milliseconds: before and after the database was copied. */
  started_at: z.int(),
  ended_at: z.int(),
  /** Of PostgreSQL: the major version, and the number that initdb gave the cluster. */
  postgres: z.int(),
  system: z.string(),
  timeline: z.int(),
  /** The file of the WAL that a recovery begins with. */
  first_wal: z.string(),
  /** The log's head, and its newest seal with its hash in hex. */
  head: z.int(),
  seal: z.object({ number: z.int(), hash: z.string() }).nullable(),
  /** SHA-256 of `files.tsv`, in hex. */
  files: z.string(),
});
export type Manifest = z.infer<typeof manifest>;

export interface Copy extends Manifest {
  folder: string;
}

const MANIFEST = 'manifest.json';
const FILES = 'files.tsv';
/** `2026-11-30T03-10-00-123Z` */
export const copyName = (at: number): string => new Date(at).toISOString().replaceAll(/[:.]/g, '-');
const COPY_NAME = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z$/;

/** Whether it is the folder of a copy, whole or not. */
export const isCopy = (name: string): boolean => COPY_NAME.test(name);

export interface Sum {
  sha256: string;
  bytes: number;
}
/** By path within the copy. */
export type FileSums = Map<string, Sum>;

export const sumsText = (sums: FileSums): string =>
  [...sums].map(([path, { sha256, bytes }]) => `${sha256}\t${bytes}\t${path}\n`).join('');

export function sumsIn(text: string): FileSums {
  const sums: FileSums = new Map();
  for (const line of text.split('\n')) {
    const [sha256 = '', bytes, path] = line.split('\t');
    if (path !== undefined) sums.set(path, { sha256, bytes: Number(bytes) });
  }
  return sums;
}

/** The files of a copy as it was made. Throws a Problem when their list is missing or another one. */
export async function sumsOf({ folder, files }: Pick<Copy, 'folder' | 'files'>): Promise<FileSums> {
  const text = await readFile(join(folder, FILES), 'utf8').catch(() => {
    throw new Problem(`${folder}: the list of its files is missing`);
  });
  if (hashOf(text) !== files) throw new Problem(`${folder}: the list of its files was changed`);
  return sumsIn(text);
}

export const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/** From now on the copy counts. */
export async function writeManifest(
  folder: string,
  sums: FileSums,
  facts: Omit<Manifest, 'files'>,
): Promise<void> {
  const text = sumsText(sums);
  await writeWhole(join(folder, FILES), text);
  const whole: Manifest = { ...facts, files: hashOf(text) };
  await writeWhole(join(folder, MANIFEST), `${JSON.stringify(whole, undefined, 2)}\n`);
}

export interface Copies {
  /** Oldest first. */
  copies: Copy[];
  /** Folders whose manifest cannot be read, oldest first: nothing is known of them, and the others go on. */
  damaged: string[];
}

/** What an operator does about a damaged copy. */
export const damageOf = (folder: string): string =>
  `${join(folder, MANIFEST)} is cut or damaged: this copy is left out; remove it`;

/** The whole copies of a backup folder, and those that are damaged. One that was cut is neither. */
export async function copiesIn(backupDir: string): Promise<Copies> {
  const names = await readdir(backupDir).catch((error: unknown): string[] => {
    if (codeOf(error) === 'ENOENT') return [];
    throw error;
  });
  const found = await Promise.all(
    names
      .filter(isCopy)
      .sort()
      .map(async (name) => {
        const folder = join(backupDir, name);
        try {
          const read = readJson(manifest, await readFile(join(folder, MANIFEST), 'utf8'));
          return read ? { folder, ...read } : folder;
        } catch (error) {
          // Only what has no manifest was cut, and may be removed; a disk's error can pass.
          return codeOf(error) === 'ENOENT' ? undefined : folder;
        }
      }),
  );
  return {
    copies: found.filter((copy) => typeof copy === 'object'),
    damaged: found.filter((copy) => typeof copy === 'string'),
  };
}

/** The bytes of a file, whose sum is made on the way. */
async function* summed(from: string, sum: Sum): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(from) as AsyncIterable<Buffer>) {
    hash.update(chunk);
    sum.bytes += chunk.length;
    yield chunk;
  }
  sum.sha256 = hash.digest('hex');
}

/** The sum of a file that is copied, or only read without a second path; undefined when it is gone. */
export async function copyFile(from: string, to?: string): Promise<Sum | undefined> {
  const sum = { sha256: '', bytes: 0 };
  try {
    if (to !== undefined)
      await pipeline(summed(from, sum), createWriteStream(to, { mode: 0o600, flush: true }));
    else for await (const _ of summed(from, sum));
  } catch (error) {
    if (codeOf(error) === 'ENOENT' && !(await exists(from))) return undefined;
    throw error;
  }
  return sum;
}

export const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

/** A file that is being written; it gets its name when it is whole. */
const DRAFT = /\.draft-[0-9a-f]+$/;
export const isDraft = (name: string): boolean => DRAFT.test(name);

/** A copy that has its name when it is whole: one that was cut is made again. @returns its sum */
export async function copyWhole(from: string, to: string): Promise<Sum | undefined> {
  const draft = `${to}.draft-${randomBytes(4).toString('hex')}`;
  try {
    const sum = await copyFile(from, draft);
    if (sum) await rename(draft, to);
    return sum;
  } finally {
    await rm(draft, { force: true });
  }
}

/** The same bytes under a second name; a copy where the disk has no links. */
export async function linkOrCopy(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true, mode: 0o700 });
  try {
    await link(from, to);
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return;
    await copyFile(from, to);
  }
}
