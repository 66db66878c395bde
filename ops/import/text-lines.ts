/** A line of a text file without its line end. */
export interface TextLine {
  /** From 1. */
  number: number;
  text: string;
  /** The line was too long; `text` is its beginning. */
  too_long: boolean;
}

/** No order's line is as long as this; a file without line ends must not fill the memory. */
const MAX_LINE_LENGTH = 20_000;

/**
 * The lines of a stream of bytes, in batches as they arrive. Bytes that are not UTF-8 become U+FFFD.
 * @param onBytes called with the size of each chunk
 */
export async function* textLines(
  source: AsyncIterable<Uint8Array>,
  onBytes: (bytes: number) => void,
): AsyncGenerator<TextLine[]> {
  const decoder = new TextDecoder('utf-8');
  let number = 0;
  let rest = '';
  let too_long = false;

  const take = (piece: string): TextLine => {
    number += 1;
    const whole = rest + piece;
    const text = whole.endsWith('\r') ? whole.slice(0, -1) : whole;
    const line = {
      number,
      text: text.slice(0, MAX_LINE_LENGTH),
      too_long: too_long || text.length > MAX_LINE_LENGTH,
    };
    rest = '';
    too_long = false;
    return line;
  };

  for await (const bytes of source) {
    onBytes(bytes.byteLength);
    const pieces = decoder.decode(bytes, { stream: true }).split('\n');
    const last = pieces.pop() ?? '';
    yield pieces.map(take);
    rest += last;
    if (rest.length > MAX_LINE_LENGTH) {
      rest = rest.slice(0, MAX_LINE_LENGTH);
      too_long = true;
    }
  }
  const end = decoder.decode();
  if (rest !== '' || end !== '') yield [take(end)];
}
