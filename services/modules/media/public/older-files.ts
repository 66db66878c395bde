import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { openDiskStore } from '../disk-store.ts';
import { MediaGone, type MediaStore } from '../media-store.ts';
import { publicType } from './public-files.ts';

const DRAFT = /^[0-9a-f]{40}\.[a-z]+\.[0-9a-f]{8}$/;
const DRAFT_MS = 3_600_000;
const FOLDER = 'files';

/** Where older versions stored public pictures. */
export const olderFolder = (dataDir: string): string => join(dataDir, FOLDER);

/** Names in the folder of older versions. Drafts that a killed process left more than an hour ago are removed. */
export async function olderNames(dataDir: string): Promise<string[]> {
  const folder = olderFolder(dataDir);
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    return [];
  });
  for (const name of names.filter((one) => DRAFT.test(one))) {
    const { mtimeMs } = await stat(join(folder, name)).catch(() => ({ mtimeMs: Date.now() }));
    if (mtimeMs < Date.now() - DRAFT_MS) await rm(join(folder, name), { force: true });
  }
  return names.filter((one) => publicType(one) !== undefined).sort();
}

/**
 * A store that finds public pictures also where older versions stored them. That folder is asked first: a picture that is
 * being taken over leaves it only after it is in the store.
 */
export function withOlderFiles(store: MediaStore, dataDir: string): MediaStore {
  const older = openDiskStore(dataDir, { folder: FOLDER, digits: 0 });
  const read: MediaStore['read'] = async (object, range) => {
    if (publicType(object) === undefined) return store.read(object, range);
    try {
      return await older.read(object, range);
    } catch (error) {
      if (!(error instanceof MediaGone)) throw error;
      return store.read(object, range);
    }
  };
  return {
    ...store,
    read,
    pieces: async function* (object, range) {
      if (publicType(object) === undefined) yield* store.pieces(object, range);
      else yield* await read(object, range);
    },
    async size(object) {
      const found = publicType(object) === undefined ? null : await older.size(object);
      return found ?? store.size(object);
    },
    async remove(object) {
      if (publicType(object) !== undefined) await older.remove(object);
      await store.remove(object);
    },
  };
}
