import { thumbHashToDataURL } from 'thumbhash';

const made = new Map<string, string>();
const MAX_MADE = 500;

/** The blurred picture of a thumbhash, as an address; undefined without one. */
export function placeholderOf(thumbhash: string): string | undefined {
  if (thumbhash === '') return undefined;
  const known = made.get(thumbhash);
  if (known !== undefined) return known;
  try {
    const url = thumbHashToDataURL(Uint8Array.from(atob(thumbhash), (letter) => letter.codePointAt(0) ?? 0));
    if (made.size >= MAX_MADE) made.clear();
    made.set(thumbhash, url);
    return url;
  } catch {
    return undefined; // another form than this version knows
  }
}
