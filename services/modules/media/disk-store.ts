import { createHash, randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { StorageAway } from '#services/runtime/storage-away.ts';
import {
  type ByteRange,
  MediaGone,
  type MediaStore,
  MediaTooLong,
  type StoredObject,
} from './media-store.ts';

const PIECE_BYTES = 65_536;
const NAME = /^[\w.-]{1,80}$/;

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT';

/** Errors of a disk that is full, damaged, read-only or not mounted; those of a connection have none of these codes. */
const AWAY = new Set([
  'ENOSPC',
  'EDQUOT',
  'EIO',
  'EROFS',
  'EACCES',
  'EPERM',
  'ENOTDIR',
  'EMFILE',
  'ENFILE',
  'ESTALE',
]);

/** The error as its callers know it: MediaGone, StorageAway, or what the body threw. */
function failureOf(error: unknown, object: string): unknown {
  if (isMissing(error)) return new MediaGone(object);
  const isAway = error instanceof Error && 'code' in error && AWAY.has(String(error.code));
  return isAway ? new StorageAway('the disk of uploaded files', { cause: error }) : error;
}

/**
 * @param dataDir the objects are in a folder of it, which is shared by all processes
 * @param layout the folder, and how many first digits of a name are a folder in it: one of a million files is slow
 */
export function openDiskStore(dataDir: string, layout = { folder: 'media', digits: 2 }): MediaStore {
  const folder = join(dataDir, layout.folder);
  const folderOf = (object: string): string => join(folder, object.slice(0, layout.digits));
  function pathOf(object: string): string {
    if (!NAME.test(object) || object.startsWith('.')) throw new Error(`no name of an object: ${object}`);
    return join(folderOf(object), object);
  }

  /** Written to a temporary name and renamed, so that no reader gets a partial object. */
  async function writeWhole(
    object: string,
    chunks: () => AsyncIterable<Uint8Array>,
    bytes: number,
  ): Promise<StoredObject> {
    const path = pathOf(object);
    const draft = `${path}.draft-${randomBytes(4).toString('hex')}`;
    const hash = createHash('sha256');
    let written = 0;
    async function* counted(): AsyncGenerator<Uint8Array> {
      for await (const chunk of chunks()) {
        written += chunk.length;
        if (written > bytes) throw new MediaTooLong(object);
        hash.update(chunk);
        yield chunk;
      }
    }
    try {
      await mkdir(folderOf(object), { recursive: true, mode: 0o700 });
      await pipeline(counted, createWriteStream(draft, { mode: 0o600, flush: true }));
      await rename(draft, path);
      return { bytes: written, sha256: hash.digest('hex') };
    } catch (error) {
      throw failureOf(error, object);
    } finally {
      // Nothing is left to remove where the disk is away.
      await rm(draft, { force: true }).catch(() => undefined);
    }
  }

  const opened = (object: string) =>
    open(pathOf(object)).catch((error: unknown) => {
      throw failureOf(error, object);
    });

  async function read(object: string, range?: ByteRange) {
    const file = await opened(object);
    return createReadStream('', { fd: file, ...range });
  }

  async function* pieces(object: string, { start, end }: ByteRange): AsyncGenerator<Uint8Array> {
    const file = await opened(object);
    try {
      const piece = Buffer.allocUnsafe(PIECE_BYTES);
      for (let at = start; at <= end; ) {
        const { bytesRead } = await file.read(piece, 0, Math.min(PIECE_BYTES, end + 1 - at), at);
        if (bytesRead === 0) throw new MediaGone(object);
        at += bytesRead;
        yield piece.subarray(0, bytesRead);
      }
    } catch (error) {
      throw failureOf(error, object);
    } finally {
      await file.close();
    }
  }

  return {
    write: (object, body, bytes) => writeWhole(object, () => body, bytes),
    read,
    pieces,
    async size(object) {
      try {
        return (await stat(pathOf(object))).size;
      } catch (error) {
        if (isMissing(error)) return null;
        throw failureOf(error, object);
      }
    },
    join: (object, parts) =>
      writeWhole(
        object,
        async function* () {
          for (const part of parts) yield* await read(part);
        },
        Number.POSITIVE_INFINITY,
      ),
    remove: async (object) => rm(pathOf(object), { force: true }),
    signPut: async () => null,
    signGet: async () => null,
  };
}
