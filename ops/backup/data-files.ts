import { mkdir, readdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { codeOf } from '#ops/problem.ts';
import { openAddedFiles } from './added-files.ts';
import {
  type Copy,
  copyFile,
  copyWhole,
  exists,
  type FileSums,
  isDraft,
  linkOrCopy,
  sumsOf,
} from './copies.ts';
import { damageTo, isMedia, listedFiles } from './copy-damage.ts';

/** What a data directory has beside keys and files: the database is copied apart, the rest is of the running processes. */
const OTHERS =
  /^(postgres|postgres-location|postgres-port|postgres-holder\.json|media-work|\.probe-\d+|.*\.log(\.\d+)?)$/;

/** The bytes of a file; undefined when it is gone. */
const sizeOf = (path: string): Promise<number | undefined> =>
  stat(path).then(
    ({ size }) => size,
    () => undefined,
  );

/** Paths of files below a folder, without the database. */
async function* entriesOf(
  folder: string,
  looked: (path: string) => Promise<boolean> = async () => true,
  at = '',
): AsyncGenerator<string> {
  if (!(await looked(at))) return;
  const entries = await readdir(join(folder, at), { withFileTypes: true }).catch((error) => {
    if (codeOf(error) === 'ENOENT') return [];
    throw error;
  });
  for (const entry of entries) {
    if (at === '' && OTHERS.test(entry.name)) continue;
    const path = at === '' ? entry.name : `${at}/${entry.name}`;
    if (entry.isDirectory()) yield* entriesOf(folder, looked, path);
    else if (entry.isFile() && !isDraft(entry.name)) yield path;
  }
}

interface EarlierFiles {
  /** The `data/` of a copy. */
  folder: string;
  sums: FileSums;
}

/**
 * The uploaded files of a copy that are whole: the next one links them. All are read, for a link would hand damage on.
 * Without their list there are none.
 */
export async function earlierFiles(
  copy: Copy,
  { tell, signal }: { tell(line: string): void; signal?: AbortSignal },
): Promise<EarlierFiles | undefined> {
  const listed = await listedFiles(copy).catch(() => undefined);
  if (!listed) return undefined;
  const sums: FileSums = new Map();
  const damaged: string[] = [];
  for (const [path, sum] of listed) {
    if (!isMedia(path)) continue;
    signal?.throwIfAborted();
    const damage = await damageTo(copy.folder, path, listed);
    if (damage) damaged.push(damage);
    else sums.set(path, sum);
  }
  if (damaged[0])
    tell(`backup: ${damaged[0]}; such files: ${damaged.length}, the next copy takes them from DATA_DIR`);
  return { folder: join(copy.folder, 'data'), sums };
}

/**
 * Copies keys and files. Files never change under a name, so one that the copy before has is linked.
 */
export async function copyDataFiles(
  dataDir: string,
  target: string,
  before: EarlierFiles | undefined,
): Promise<FileSums> {
  const sums: FileSums = new Map();
  for await (const path of entriesOf(dataDir)) {
    const to = join(target, path);
    await mkdir(dirname(to), { recursive: true, mode: 0o700 });
    const known = path.startsWith('media/') ? before?.sums.get(`data/${path}`) : undefined;
    const older = before && join(before.folder, path);
    if (known && older && (await sizeOf(older)) === known.bytes) {
      await linkOrCopy(older, to);
      sums.set(`data/${path}`, known);
      continue;
    }
    const sum = await copyFile(join(dataDir, path), to);
    if (sum) sums.set(`data/${path}`, sum);
  }
  return sums;
}

/** Adds new files with their sums to the newest copy, and those that it has lost. It only reads folders that have changed. */
export function followDataFiles(dataDir: string) {
  let changes = new Map<string, number>();
  let target: { folder: string; known: FileSums; added: Awaited<ReturnType<typeof openAddedFiles>> };
  return async (copy: Pick<Copy, 'folder' | 'files'>): Promise<void> => {
    const { folder } = copy;
    if (target?.folder !== folder) {
      // Without its list all files get a sum again.
      target = {
        folder,
        known: await sumsOf(copy).catch((): FileSums => new Map()),
        added: await openAddedFiles(folder),
      };
      changes = new Map();
    }
    const { known, added } = target;
    const seen = new Map<string, number>();
    const isChanged = async (path: string): Promise<boolean> => {
      const { mtimeMs } = await stat(join(dataDir, path));
      seen.set(path, mtimeMs);
      // The folder above the others is always read: it has few entries, and folders below it change alone.
      return path.split('/').length < 2 || changes.get(path) !== mtimeMs;
    };
    for await (const path of entriesOf(dataDir, isChanged)) {
      const name = `data/${path}`;
      const to = join(folder, name);
      if ((known.has(name) || added.sums.has(name)) && (await exists(to))) continue;
      await mkdir(dirname(to), { recursive: true, mode: 0o700 });
      const sum = await copyWhole(join(dataDir, path), to);
      if (sum) await added.add(name, sum);
    }
    changes = seen;
  };
}
