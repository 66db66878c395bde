import { type FileHandle, mkdir, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { constants, gunzip, gzip } from 'node:zlib';
import { isHistory, SEGMENT_BYTES, segmentName, segmentOf, segmentStart } from './wal-names.ts';

const FULL = '.gz';
const PARTIAL = '.partial';
const packed = promisify(gzip);
const unpacked = promisify(gunzip);

/** A file that is whole or missing, also after a crash. */
export async function writeWhole(file: string, bytes: Buffer | string): Promise<void> {
  const handle = await open(`${file}.new`, 'w', 0o600);
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(`${file}.new`, file);
}

/** The WAL of a backup folder: full segments packed, the newest one as far as it came, histories of timelines. */
export interface WalArchive {
  /** The position after the last full segment of a timeline; undefined without one. */
  end(timeline: number): Promise<bigint | undefined>;
  has(file: string): Promise<boolean>;
  addHistory(file: string, bytes: Buffer): Promise<void>;
  /** Bytes that begin at a position, in order. */
  write(timeline: number, at: bigint, bytes: Buffer): Promise<void>;
  /** Forces what was written to the disk. @returns the position through which it is there */
  sync(): Promise<bigint | undefined>;
  close(): Promise<void>;
  /** Removes segments of a timeline before a position, and those of earlier timelines. */
  removeBefore(timeline: number, before: bigint): Promise<void>;
  /**
   * Writes the segments from a file's name on, of its timeline and later ones, as PostgreSQL reads them; of each timeline
   * up to the first one that is missing or damaged.
   * @returns the sentence about that one; undefined where no segment is missing before others
   */
  copyTo(folder: string, first: string): Promise<string | undefined>;
}

export async function openWalArchive(folder: string): Promise<WalArchive> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  let present: { file: string; start: bigint; handle: FileHandle } | undefined;
  let written: bigint | undefined;

  const nameOf = (entry: string): string => entry.replace(/\.(gz|partial)$/, '');

  /** Forgets the open segment first: after an error, as of a full disk, the next write opens it again. */
  async function closePresent(): Promise<void> {
    const handle = present?.handle;
    present = undefined;
    try {
      await handle?.sync();
    } finally {
      await handle?.close();
    }
  }

  async function complete(segment: { file: string }): Promise<void> {
    await closePresent();
    const path = join(folder, segment.file);
    const bytes = await readFile(`${path}${PARTIAL}`);
    await writeWhole(`${path}${FULL}`, await packed(bytes, { level: constants.Z_BEST_SPEED }));
    await rm(`${path}${PARTIAL}`);
  }

  /** Undefined: a packed segment that was cut or changed. */
  async function bytesOf(entry: string): Promise<Buffer | undefined> {
    const bytes = await readFile(join(folder, entry));
    return entry.endsWith(FULL) ? unpacked(bytes).catch(() => undefined) : bytes;
  }

  return {
    async end(timeline) {
      const ends = (await readdir(folder))
        .filter((entry) => entry.endsWith(FULL))
        .flatMap((entry) => segmentOf(nameOf(entry)) ?? [])
        .filter((segment) => segment.timeline === timeline)
        .map(({ start }) => start + BigInt(SEGMENT_BYTES));
      return ends.reduce<bigint | undefined>(
        (most, end) => (most === undefined || end > most ? end : most),
        undefined,
      );
    },
    has: async (file) => (await readdir(folder)).includes(file),
    addHistory: (file, bytes) => writeWhole(join(folder, file), bytes),
    async write(timeline, at, bytes) {
      let from = at;
      let rest = bytes;
      while (rest.length > 0) {
        const start = segmentStart(from);
        if (present?.start !== start) {
          await closePresent();
          const file = segmentName(timeline, start);
          const path = join(folder, `${file}${PARTIAL}`);
          // Not emptied: what was received before the program ended stays until the same bytes come again.
          const handle = await open(path, 'r+').catch(() => open(path, 'w+', 0o600));
          present = { file, start, handle };
        }
        const offset = Number(from - start);
        const part = rest.subarray(0, SEGMENT_BYTES - offset);
        await present.handle.write(part, 0, part.length, offset);
        rest = rest.subarray(part.length);
        from += BigInt(part.length);
        if (offset + part.length === SEGMENT_BYTES) {
          await complete(present);
        }
        written = from;
      }
    },
    async sync() {
      const through = written;
      await present?.handle.sync();
      return through;
    },
    close: closePresent,
    async removeBefore(timeline, before) {
      for (const entry of await readdir(folder)) {
        const segment = segmentOf(nameOf(entry));
        const isOld =
          segment &&
          (segment.timeline < timeline || (segment.timeline === timeline && segment.start < before));
        if (isOld) await rm(join(folder, entry), { force: true });
      }
    },
    async copyTo(target, first) {
      const from = segmentOf(first);
      if (!from) throw new Error(`no segment: ${first}`);
      const expected = new Map<number, bigint>();
      const ended = new Set<number>();
      let broken: string | undefined;
      for (const entry of (await readdir(folder)).sort()) {
        const name = nameOf(entry);
        const segment = segmentOf(name);
        const isWanted = segment
          ? segment.timeline >= from.timeline && segment.start >= from.start && !ended.has(segment.timeline)
          : isHistory(entry);
        if (!isWanted || entry.endsWith('.new')) continue;
        const bytes = await bytesOf(entry);
        if (segment) {
          const { timeline, start } = segment;
          const next = expected.get(timeline) ?? start;
          // Twice: a full one was packed when the program ended, before its first form was removed.
          if (start < next) continue;
          if (start > next || bytes === undefined) {
            broken ??= start > next ? `${segmentName(timeline, next)} is missing` : `${entry} is damaged`;
            ended.add(timeline);
            continue;
          }
          expected.set(timeline, start + BigInt(SEGMENT_BYTES));
        }
        const whole = Buffer.alloc(segment ? SEGMENT_BYTES : (bytes?.length ?? 0));
        bytes?.copy(whole);
        await writeFile(join(target, name), whole, { mode: 0o600 });
      }
      return broken;
    },
  };
}
