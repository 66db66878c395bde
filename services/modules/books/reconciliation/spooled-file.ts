import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ownFormatOf } from '#services/runtime/tables/table-cells.ts';
import { encodingDetector, inUtf8, type TableEncoding } from '#services/runtime/tables/table-encoding.ts';

/** Enough to know a program's own format. */
const HEAD_BYTES = 4;
const NEWLINE = 0x0a;
const RETURN = 0x0d;

async function* textOf(path: string, encoding: TableEncoding): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  for await (const piece of inUtf8(createReadStream(path), encoding))
    yield decoder.decode(piece, { stream: true });
  yield decoder.decode();
}

/** Line ends of a text whose letters can contain their bytes. */
async function endsIn(text: AsyncIterable<string>): Promise<number> {
  let [newlines, returns] = [0, 0];
  for await (const piece of text) {
    newlines += piece.split('\n').length - 1;
    returns += piece.split('\r').length - 1;
  }
  return Math.max(newlines, returns);
}

const ends = (piece: Uint8Array, end: number): number => {
  let count = 0;
  for (const byte of piece) if (byte === end) count += 1;
  return count;
};

/** Stores a file in chunks. Hash and encoding are known before its lines are read. Stores nothing if a chunk fails. */
export async function spool(pieces: AsyncIterable<Uint8Array>) {
  const folder = await mkdtemp(join(tmpdir(), 'fanwatt-statement-'));
  const remove = () => rm(folder, { recursive: true, force: true });
  const path = join(folder, 'statement');
  const hash = createHash('sha256');
  const detector = encodingDetector();
  let head = Buffer.alloc(0);
  let [bytes, newlines, returns] = [0, 0, 0];
  try {
    const file = await open(path, 'wx', 0o600);
    try {
      for await (const piece of pieces) {
        bytes += piece.byteLength;
        hash.update(piece);
        detector.add(piece);
        if (head.length < HEAD_BYTES) head = Buffer.concat([head, piece.subarray(0, HEAD_BYTES)]);
        newlines += ends(piece, NEWLINE);
        returns += ends(piece, RETURN);
        await file.writeFile(piece);
      }
    } finally {
      await file.close();
    }
  } catch (error) {
    await remove();
    throw error;
  }
  /** Undefined: no text. */
  const encoding = detector.end();
  const inPairs = encoding === 'utf-16le' || encoding === 'utf-16be';
  return {
    sha256: hash.digest('hex'),
    bytes,
    encoding,
    /** Of a program that saves no text. */
    own_format: ownFormatOf(head),
    remove,
    /** Line ends: one more than this is the most lines that it can have. */
    line_ends: inPairs ? await endsIn(textOf(path, encoding)) : Math.max(newlines, returns),
    /** Its text in pieces, without the byte order mark; can be read again. */
    text: (): AsyncIterable<string> => textOf(path, encoding ?? 'utf-8'),
  };
}

export type SpooledFile = Awaited<ReturnType<typeof spool>>;
