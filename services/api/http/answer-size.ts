import { AnswerTooLarge } from '#read-models/engine/as-of.ts';

/** The maximum bytes of a list's answer; the rest is on the next page, or on a separate page. */
export const MAX_ANSWER_BYTES = 1_048_576;
/** Left for the envelope around the rows. */
const ENVELOPE_BYTES = 16_384;

export const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value) ?? '');

/** The beginning of a text within this number of bytes, with an ellipsis. */
export function cutText(text: string, most: number): string {
  let cut = text;
  for (let bytes = bytesOf(cut); bytes > most; bytes = bytesOf(cut)) {
    const length = Math.floor((cut.length * most) / bytes) - 2;
    cut = `${text.slice(0, Math.max(0, length)).toWellFormed()}…`;
    if (length <= 0) return '';
  }
  return cut;
}

/** As many of the items, from the first on, as take no more bytes than this. */
export function cutItems<Item>(items: readonly Item[], most: number): Item[] {
  let bytes = 0;
  const end = items.findIndex((item) => {
    bytes += bytesOf(item) + 1;
    return bytes > most;
  });
  return end === -1 ? [...items] : items.slice(0, end);
}

/** The maximum bytes of each row, so that all fit: small rows leave their share to large ones. */
export function maxRowBytes(sizes: readonly number[], total = MAX_ANSWER_BYTES - ENVELOPE_BYTES): number {
  const ascending = sizes.toSorted((one, other) => one - other);
  let left = total;
  for (const [at, size] of ascending.entries()) {
    const share = Math.floor(left / (ascending.length - at));
    if (size > share) return share;
    left -= size;
  }
  return total;
}

const isList = (answer: unknown): boolean =>
  typeof answer === 'object' &&
  answer !== null &&
  'data' in answer &&
  typeof answer.data === 'object' &&
  answer.data !== null &&
  'list' in answer.data;

/** Checks every answer before it is sent. Throws AnswerTooLarge for a list above the limit. */
export function serialized(answer: unknown): string {
  const text = JSON.stringify(answer);
  // A character has up to three bytes: short answers need no measuring.
  if (text.length * 3 > MAX_ANSWER_BYTES && isList(answer)) {
    const bytes = Buffer.byteLength(text);
    if (bytes > MAX_ANSWER_BYTES) throw new AnswerTooLarge(`a list of ${bytes} bytes`);
  }
  return text;
}
