/** How the text of an uploaded table is encoded. Spreadsheets in China write GBK, or UTF-16 as "Unicode text". */
export type TableEncoding = 'utf-8' | 'gb18030' | 'utf-16le' | 'utf-16be';

/** Bytes by which a text without a mark is guessed. */
const HEAD_BYTES = 1_024;
const NOT_ASCII = /[^\0-\x7f\uFFFD]/g;

/** UTF-16 by its mark, or by the zero bytes of its commas, tabs and digits. */
function utf16Of(bytes: Uint8Array): TableEncoding | undefined {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  const head = bytes.subarray(0, HEAD_BYTES);
  const zeros = (parity: number): number => head.filter((byte, at) => byte === 0 && at % 2 === parity).length;
  const [even, odd] = [zeros(0), zeros(1)];
  if (even + odd < head.length / 8) return undefined;
  if (even === 0) return 'utf-16le';
  return odd === 0 ? 'utf-16be' : undefined;
}

/** Finds the encoding of pieces that follow on each other. */
export function encodingDetector() {
  const utf8 = new TextDecoder('utf-8');
  const gbk = new TextDecoder('gb18030', { fatal: true });
  let utf16: TableEncoding | undefined;
  /** Until there is enough to see the encoding. */
  let head: Buffer | undefined = Buffer.alloc(0);
  let [letters, wrong, zeros, isGbk] = [0, 0, false, true];
  const decode = (piece?: Uint8Array): void => {
    const text = utf8.decode(piece, { stream: piece !== undefined });
    wrong += text.split('\uFFFD').length - 1;
    letters += text.match(NOT_ASCII)?.length ?? 0;
    if (!isGbk) return;
    try {
      gbk.decode(piece, { stream: piece !== undefined });
    } catch {
      isGbk = false;
    }
  };
  const take = (piece: Uint8Array): void => {
    zeros ||= piece.includes(0);
    decode(piece);
  };
  const beginWith = (bytes: Uint8Array): void => {
    head = undefined;
    utf16 = utf16Of(bytes);
    if (utf16 === undefined) take(bytes);
  };
  return {
    add(piece: Uint8Array): void {
      if (head === undefined) {
        if (utf16 === undefined) take(piece);
        return;
      }
      head = Buffer.concat([head, piece]);
      if (head.length >= HEAD_BYTES) beginWith(head);
    },
    /** A few wrong bytes do not make GBK of UTF-8, whose letters can be read as GBK. */
    end(): TableEncoding | undefined {
      if (head !== undefined) beginWith(head);
      if (utf16 !== undefined) return utf16;
      decode();
      if (zeros) return undefined;
      if (letters >= wrong) return 'utf-8';
      return isGbk ? 'gb18030' : undefined;
    },
  };
}

/** The encoding of a text, by its bytes; undefined for bytes that are no text. */
export function encodingOf(bytes: Uint8Array): TableEncoding | undefined {
  const detected = encodingDetector();
  detected.add(bytes);
  return detected.end();
}

/** The encoding of a text in pieces. */
export async function encodingOfPieces(
  pieces: AsyncIterable<Uint8Array>,
): Promise<TableEncoding | undefined> {
  const detected = encodingDetector();
  for await (const piece of pieces) detected.add(piece);
  return detected.end();
}

/** Pieces of a text in UTF-8, from any encoding. */
export async function* inUtf8(
  pieces: AsyncIterable<Uint8Array>,
  encoding: TableEncoding,
): AsyncGenerator<Uint8Array> {
  if (encoding === 'utf-8') return yield* pieces;
  const decoder = new TextDecoder(encoding);
  for await (const piece of pieces) yield Buffer.from(decoder.decode(piece, { stream: true }));
  yield Buffer.from(decoder.decode());
}
