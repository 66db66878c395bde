import { buffer } from 'node:stream/consumers';
import { LRUCache } from 'lru-cache';
import { WATERMARK } from '#events/status.ts';
import { framesOf, loadSharp } from '../clean-picture.ts';
import type { MediaStore } from '../media-store.ts';
import { watermark } from '../watermark.ts';

/** All copies of a process. */
const MAX_BYTES = 48 * 1024 * 1024;
const MAX_MS = 600_000;
/** Of one reader: a post has nine pictures. */
const MAX_WAITING_OF_ONE = 12;
const MAX_WAITING = 200;
const SECONDS = 30;
/** Percent; it is read on a closer look, and does not disturb. */
const STRENGTH = 16;

/** Variants with the mark of the reader to whom their address is bound, and what they are drawn on. */
export const PERSONAL: Readonly<Record<string, string>> = { mark1440: 'w1440', mark720: 'w720' };

/** The end of a user's id, by which staff finds the person whose copy was passed on. */
const readerMark = (reader: string): string => reader.slice(-8);

/** Copies of pictures with a reader's mark. */
export interface PersonalCopies {
  /** @param object a webp in the store. `busy`: too many wait. */
  of(object: string, reader: string): Promise<Buffer | 'busy'>;
}

/** Work of many people, one piece at a time; people take turns. */
function turns() {
  const waiting = new Map<string, (() => void)[]>();
  let count = 0;
  let running = false;
  function next(): void {
    const [first] = waiting;
    running = first !== undefined;
    if (first === undefined) return;
    const [person, own] = first;
    waiting.delete(person);
    const [begin, ...rest] = own;
    if (rest.length > 0) waiting.set(person, rest);
    count -= 1;
    begin?.();
  }
  return async <Result>(person: string, work: () => Promise<Result>): Promise<Result | 'busy'> => {
    const own = waiting.get(person) ?? [];
    if (own.length >= MAX_WAITING_OF_ONE || count >= MAX_WAITING) return 'busy';
    const { promise, resolve } = Promise.withResolvers<void>();
    waiting.set(person, [...own, resolve]);
    count += 1;
    if (!running) next();
    await promise;
    try {
      return await work();
    } finally {
      next();
    }
  };
}

/** Copies are made on request, and kept in memory for a while: nobody else gets one. */
export function openPersonalCopies(store: Pick<MediaStore, 'read'>): PersonalCopies {
  const inTurn = turns();
  const made = new LRUCache<string, Buffer>({
    maxSize: MAX_BYTES,
    sizeCalculation: (copy) => copy.length,
    ttl: MAX_MS,
    ttlAutopurge: true,
  });

  async function marked(object: string, reader: string): Promise<Buffer> {
    const sharp = await loadSharp();
    const bytes = await buffer(await store.read(object));
    const picture = sharp(bytes, { pages: -1 });
    const frames = framesOf(await picture.metadata());
    const overlays = await watermark(readerMark(reader), WATERMARK.tiled, STRENGTH)(frames);
    return picture
      .composite(overlays)
      .timeout({ seconds: SECONDS })
      .webp({ quality: 80, effort: 2 })
      .toBuffer();
  }

  return {
    async of(object, reader) {
      const key = `${object} ${reader}`;
      const earlier = made.get(key);
      if (earlier) return earlier;
      return inTurn(reader, async () => {
        const meanwhile = made.get(key);
        if (meanwhile) return meanwhile;
        const copy = await marked(object, reader);
        made.set(key, copy);
        return copy;
      });
    },
  };
}
