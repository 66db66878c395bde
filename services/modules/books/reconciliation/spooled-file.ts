import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const NEWLINE = 0x0a;
const RETURN = 0x0d;

/** Whether pieces that follow on each other are text of an encoding. */
function checkOf(encoding: string): { add(piece: Uint8Array): void; end(): boolean } {
  const decoder = new TextDecoder(encoding, { fatal: true });
  let good = true;
  const decode = (piece?: Uint8Array): void => {
    if (!good) return;
    try {
      decoder.decode(piece, { stream: piece !== undefined });
    } catch {
      good = false;
    }
  };
  return {
    add: decode,
    end() {
      decode();
      return good;
    },
  };
}

async function* textOf(path: string, encoding: string): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding);
  for await (const piece of createReadStream(path)) yield decoder.decode(piece, { stream: true });
  yield decoder.decode();
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
  const [utf8, gbk] = [checkOf('utf-8'), checkOf('gb18030')];
  let [bytes, newlines, returns] = [0, 0, 0];
  let text = true;
  try {
    const file = await open(path, 'wx', 0o600);
    try {
      for await (const piece of pieces) {
        bytes += piece.byteLength;
        hash.update(piece);
        utf8.add(piece);
        gbk.add(piece);
        if (piece.includes(0)) text = false;
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
  const [isUtf8, isGbk] = [utf8.end(), gbk.end()];
  /** null: neither UTF-8 nor GBK, so no text. */
  const encoding = !text ? null : isUtf8 ? 'utf-8' : isGbk ? 'gb18030' : null;
  return {
    sha256: hash.digest('hex'),
    bytes,
    encoding,
    remove,
    /** Line ends: one more than this is the most lines that it can have. */
    line_ends: Math.max(newlines, returns),
    /** Its text in pieces, without the byte order mark; can be read again. */
    text: (): AsyncIterable<string> => textOf(path, encoding ?? 'utf-8'),
  };
}

export type SpooledFile = Awaited<ReturnType<typeof spool>>;
