import { LRUCache } from 'lru-cache';
import { weightOf } from '#services/runtime/weight.ts';
import type { Folded } from '../engine/stream-kind.ts';

/** Of one stream; an order with a few lines has fewer. Streams that grow without limit are evicted first. */
const USUAL_BYTES = 2_500;
/** A plan with thousands of SKUs must fit, even in a small cache. */
const MIN_BYTES = 32 * 1_048_576;

/** Folded streams, the longest unused of which go first; bounded by their number and their bytes. */
export function stateCache(most: number) {
  const cache = new LRUCache<string, Folded>({
    max: most,
    maxSize: Math.max(MIN_BYTES, most * USUAL_BYTES),
    sizeCalculation: ({ state }) => weightOf(state),
  });
  return {
    get: (stream: string): Folded | undefined => cache.get(stream),
    set(stream: string, folded: Folded): void {
      // A late read does not replace newer writes.
      if (folded.version >= (cache.peek(stream)?.version ?? -1)) cache.set(stream, folded);
    },
    delete: (stream: string): void => void cache.delete(stream),
    get size() {
      return cache.size;
    },
  };
}

export type StateCache = ReturnType<typeof stateCache>;
