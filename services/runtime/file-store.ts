import { createHash, randomBytes } from 'node:crypto';
import { access, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Files under the data directory, named by their content: equal bytes are stored once. */
export interface FileStore {
  readonly folder: string;
  /** The name under which these bytes are stored. */
  nameOf(bytes: Buffer, extension: string): string;
  /** @returns the path under which the API serves the file: `/files/{name}` */
  put(bytes: Buffer, extension: string): Promise<string>;
  /** No error when there is none. @param name from nameOf */
  remove(name: string): Promise<void>;
}

const nameOf = (bytes: Buffer, extension: string): string =>
  `${createHash('sha256').update(bytes).digest('hex').slice(0, 40)}.${extension}`;

export function openFileStore(dataDir: string): FileStore {
  const folder = join(dataDir, 'files');
  return {
    folder,
    nameOf,
    async put(bytes, extension) {
      const name = nameOf(bytes, extension);
      const path = join(folder, name);
      await mkdir(folder, { recursive: true });
      const there = await access(path).then(
        () => true,
        () => false,
      );
      if (!there) {
        // Written to a temporary name and renamed, so that no reader gets a partial file.
        const draft = `${path}.${randomBytes(4).toString('hex')}`;
        await writeFile(draft, bytes);
        await rename(draft, path);
      }
      return `/files/${name}`;
    },
    remove: (name) => rm(join(folder, name), { force: true }),
  };
}
