import { LRUCache } from 'lru-cache';
import type { RecordedEvent } from '#events/envelope.ts';
import { type DomainEvent, isSecondBeginning } from '#events/registry.ts';
import { kindOfStream } from '#events/stream-names.ts';
import type { Millis } from '#events/time.ts';
import { weightOf } from '#services/runtime/weight.ts';
import { isStreamKind, type StreamKind, streamKinds } from '../stream-kinds.ts';

/** A stream folded up to one of its versions. Immutable: a newer one replaces it. */
export interface Folded {
  readonly state: unknown;
  /** Last version folded, −1 for a stream without events. */
  readonly version: number;
  /** Log position through which the state is known to be true. */
  readonly position: number;
}

export function kindOf(stream: string): StreamKind {
  const kind = kindOfStream(stream);
  if (!isStreamKind(kind)) throw new Error(`no such kind of stream: ${stream}`);
  return kind;
}

export const unwritten = (stream: string): Folded => ({
  state: streamKinds[kindOf(stream)].initial,
  version: -1,
  position: 0,
});

/** One event more. `position` is 0 while the event is only decided. A second beginning changes only the version. */
export function foldOn(
  stream: string,
  before: Folded,
  event: DomainEvent,
  at: Millis,
  position: number,
): Folded {
  // A stream's state was folded by the kind in its name.
  const { evolve } = streamKinds[kindOf(stream)] as {
    evolve(state: unknown, event: DomainEvent, at: Millis): unknown;
  };
  const version = before.version + 1;
  return {
    state: isSecondBeginning({ type: event.type, version }) ? before.state : evolve(before.state, event, at),
    version,
    position: Math.max(before.position, position),
  };
}

/** Events as returned by the log. Throws on a gap, because the fold would be wrong. */
export function foldRecorded(stream: string, before: Folded, events: readonly RecordedEvent[]): Folded {
  let folded = before;
  for (const event of events) {
    if (event.version !== folded.version + 1) {
      throw new Error(`${stream}: version ${event.version} follows ${folded.version}`);
    }
    // The log reads only types of the registry, lifted to their newest version.
    const domainEvent = { type: event.type, data: event.data } as DomainEvent;
    folded = foldOn(stream, folded, domainEvent, event.metadata.at, event.position);
  }
  return folded;
}

/** Of one stream; an order with a few lines has fewer. Streams that grow without limit are evicted first. */
const USUAL_BYTES = 2_500;
/** A plan with thousands of SKUs must fit, even in a small cache. */
const LEAST_BYTES = 32 * 1_048_576;

/** Folded streams, the longest unused of which go first; bounded by their number and their bytes. */
export function stateCache(most: number) {
  const cache = new LRUCache<string, Folded>({
    max: most,
    maxSize: Math.max(LEAST_BYTES, most * USUAL_BYTES),
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
