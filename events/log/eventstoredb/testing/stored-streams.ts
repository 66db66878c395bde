import { EventEmitter } from 'node:events';

/** An event as the server keeps it. */
export interface Stored {
  stream: string;
  revision: number;
  id: string;
  /** Its type and content type. */
  system: readonly (readonly [string, string])[];
  data: Uint8Array;
  metadata: Uint8Array;
}

export type Expected = number | 'any' | 'no_stream' | 'stream_exists';
export type Appended =
  | { result: 'written'; revision: number }
  | { result: 'wrong_version'; current: number; expected: Expected }
  | { result: 'deleted' | 'denied' | 'too_large' };

/** Streams in memory, with the rules of EventStoreDB for expected revisions, repetitions and truncation. */
export class StoredStreams {
  /** Bytes of one append. */
  maxAppendSize = 1024 * 1024;
  /** Refuses appends, as to a user without the right. */
  readOnly = false;
  /** Tells each append, before its answer. */
  readonly written = new EventEmitter<{ written: [readonly Stored[]] }>().setMaxListeners(0);
  readonly deleted = new Set<string>();
  readonly #streams = new Map<string, Stored[]>();

  append(stream: string, expected: Expected, events: Omit<Stored, 'revision' | 'stream'>[]): Appended {
    if (this.deleted.has(stream)) return { result: 'deleted' };
    if (this.readOnly) return { result: 'denied' };
    const size = events.reduce((sum, { data, metadata }) => sum + data.length + metadata.length, 0);
    if (size > this.maxAppendSize) return { result: 'too_large' };
    const kept = this.#streams.get(stream) ?? [];
    const current = kept.length - 1;
    const after = typeof expected === 'number' ? expected : expected === 'no_stream' ? -1 : current;
    if (after !== current || (expected === 'stream_exists' && current < 0)) {
      const repeated = events.length > 0 && events.every(({ id }, at) => kept[after + 1 + at]?.id === id);
      if (repeated) return { result: 'written', revision: after + events.length };
      return { result: 'wrong_version', current, expected };
    }
    this.#streams.set(stream, kept);
    const stored = events.map((event, at) => ({ ...event, stream, revision: current + 1 + at }));
    kept.push(...stored);
    this.written.emit('written', stored);
    return { result: 'written', revision: kept.length - 1 };
  }

  /** The events that its metadata ($tb, $maxCount) let a reader see. */
  visible(stream: string): Stored[] {
    const kept = this.#streams.get(stream) ?? [];
    const limits = this.#streams.get(`$$${stream}`)?.at(-1);
    const { $tb = 0, $maxCount = kept.length } = JSON.parse(Buffer.from(limits?.data ?? '{}').toString());
    return kept.slice(Math.max($tb, kept.length - $maxCount));
  }

  /** Goes back to the first events, as a restored backup does. */
  restore(stream: string, length: number): void {
    this.#streams.get(stream)?.splice(length);
  }
}
