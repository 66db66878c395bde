import { createHash, randomBytes } from 'node:crypto';
import { access, mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const DRAFT = /^([0-9a-f]{40}\.[a-z]+)\.[0-9a-f]{8}$/;
const DRAFT_MS = 3_600_000;

/** Files under the data directory, named by their content: equal bytes are stored once. */
export interface FileStore {
  readonly folder: string;
  /** The name under which these bytes are stored. */
  nameOf(bytes: Buffer, extension: string): string;
  /** @returns the path under which the API serves the file: `/files/{name}` */
  put(bytes: Buffer, extension: string): Promise<string>;
  /** No error when there is none. @param name from nameOf */
  remove(name: string): Promise<void>;
  /** Other bytes under the name of a file. @returns false when there is none (any more) */
  replace(name: string, bytes: Buffer): Promise<boolean>;
  /** Names of all files. Drafts that a killed process left more than an hour ago are removed. */
  list(): Promise<string[]>;
}

const nameOf = (bytes: Buffer, extension: string): string =>
  `${createHash('sha256').update(bytes).digest('hex').slice(0, 40)}.${extension}`;

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

/** Written to a temporary name and renamed, so that no reader gets a partial file. */
async function writeWhole(path: string, bytes: Buffer, wanted: () => Promise<boolean>): Promise<boolean> {
  const draft = `${path}.${randomBytes(4).toString('hex')}`;
  try {
    await writeFile(draft, bytes);
    if (!(await wanted())) return false;
    await rename(draft, path);
    return true;
  } finally {
    await rm(draft, { force: true });
  }
}

export function openFileStore(dataDir: string): FileStore {
  const folder = join(dataDir, 'files');
  return {
    folder,
    nameOf,
    async put(bytes, extension) {
      const name = nameOf(bytes, extension);
      const path = join(folder, name);
      await mkdir(folder, { recursive: true });
      if (!(await isThere(path))) await writeWhole(path, bytes, async () => true);
      return `/files/${name}`;
    },
    remove: (name) => rm(join(folder, name), { force: true }),
    replace(name, bytes) {
      const path = join(folder, name);
      return writeWhole(path, bytes, () => isThere(path));
    },
    async list() {
      await mkdir(folder, { recursive: true });
      const names = await readdir(folder);
      for (const name of names.filter((one) => DRAFT.test(one))) {
        const { mtimeMs } = await stat(join(folder, name)).catch(() => ({ mtimeMs: Date.now() }));
        if (mtimeMs < Date.now() - DRAFT_MS) await rm(join(folder, name), { force: true });
      }
      return names.filter((one) => !DRAFT.test(one)).sort();
    },
  };
}
