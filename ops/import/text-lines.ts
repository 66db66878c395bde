/** A line of a text file without its line end. */
export interface TextLine {
  /** From 1. */
  number: number;
  text: string;
  /** The line was too long; `text` is its beginning. */
  too_long: boolean;
  /** Its bytes as Latin-1, if they are not UTF-8. */
  bytes?: string;
}

/** No order's line is as long as this; a file without line ends must not fill the memory. */
const MAX_LINE_LENGTH = 20_000;
const MAX_LINE_BYTES = 4 * MAX_LINE_LENGTH;

/**
 * The lines of a stream of bytes, in batches as they arrive. Bytes that are not UTF-8 become U+FFFD.
 * @param onBytes called with the size of each chunk
 */
export async function* textLines(
  source: AsyncIterable<Uint8Array>,
  onBytes: (bytes: number) => void,
): AsyncGenerator<TextLine[]> {
  let number = 0;
  let rest = '';
  let too_long = false;

  /** Lines as Latin-1, one letter for each byte. A line end is never a part of another letter in UTF-8. */
  const take = (lines: readonly string[]): TextLine[] => {
    const wholes = lines.map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line));
    const texts = Buffer.from(wholes.join('\n'), 'latin1').toString('utf8').split('\n');
    return wholes.map((whole, at) => {
      const text = texts[at] ?? '';
      number += 1;
      const line: TextLine = {
        number,
        text: text.slice(0, MAX_LINE_LENGTH),
        too_long: (at === 0 && too_long) || text.length > MAX_LINE_LENGTH,
        ...(text.includes('\uFFFD') && { bytes: whole }),
      };
      if (at === 0) too_long = false;
      return line;
    });
  };

  for await (const bytes of source) {
    onBytes(bytes.byteLength);
    const [first = '', ...pieces] = Buffer.from(bytes).toString('latin1').split('\n');
    const last = pieces.pop();
    if (last === undefined) rest += first;
    else {
      yield take([rest + first, ...pieces]);
      rest = last;
    }
    if (rest.length > MAX_LINE_BYTES) {
      rest = rest.slice(0, MAX_LINE_BYTES);
      too_long = true;
    }
  }
  if (rest !== '') yield take([rest]);
}
