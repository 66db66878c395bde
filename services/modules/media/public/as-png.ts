import { buffer } from 'node:stream/consumers';
import { LRUCache } from 'lru-cache';
import type { MediaStore } from '../media-store.ts';

const MAX_SIDE = 640;
/** Of at most about 200 KB each. */
const MAX_KEPT = 40;

/** Public pictures as PNG: the first image of a moving one. The last ones are kept in memory. */
export function openPngs(store: Pick<MediaStore, 'read'>) {
  const pictures = new LRUCache<string, Promise<Buffer>>({ max: MAX_KEPT });
  async function convert(name: string): Promise<Buffer> {
    // Few requests need it.
    const { default: sharp } = await import('sharp');
    const picture = sharp(await buffer(await store.read(name)));
    return picture.resize(MAX_SIDE, MAX_SIDE, { fit: 'inside' }).png().toBuffer();
  }
  return (name: string): Promise<Buffer> => {
    const before = pictures.get(name);
    if (before) return before;
    const png = convert(name);
    pictures.set(name, png);
    // A failure is not kept; the caller sees it.
    png.catch(() => pictures.delete(name));
    return png;
  };
}
