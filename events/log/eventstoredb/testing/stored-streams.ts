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
  | { result: 'deleted' | 'denied' | 'too_large' }
  /** A repetition of an append that is not replicated yet: the server does not answer. */
  | { result: 'dropped' };

/** As EventStoreDB counts them for the limit of an append. */
export const bytesOf = (events: readonly Pick<Stored, 'system' | 'data' | 'metadata'>[]): number =>
  events.reduce((sum, { system, data, metadata }) => {
    const type = system.find(([name]) => name === 'type')?.[1] ?? '';
    return sum + data.length + metadata.length + 2 * type.length;
  }, 0);

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
  /** Appends that are not replicated; undefined: all appends are at once. */
  #held: { stored: readonly Stored[]; replicated: PromiseWithResolvers<void> }[] | undefined;

  /** From now on appends are neither acknowledged nor read, as by a leader without followers. */
  hold(): void {
    this.#held ??= [];
  }

  /** Replicates what was held. */
  replicate(): void {
    const held = this.#held ?? [];
    this.#held = undefined;
    for (const { stored, replicated } of held) {
      this.written.emit('written', stored);
      replicated.resolve();
    }
  }

  /** Removes what was held, as a former leader does. Its clients never get an answer. */
  truncate(): void {
    for (const { stored } of this.#held ?? []) {
      const stream = this.#streams.get(stored[0]?.stream ?? '');
      stream?.splice(stream.length - stored.length);
    }
    this.#held = undefined;
  }

  /** Resolves when the newest append is replicated. */
  async replicated(): Promise<void> {
    await this.#held?.at(-1)?.replicated.promise;
  }

  /** Adds the events of a leader. */
  add(events: readonly Stored[]): void {
    for (const event of events) {
      const stream = this.#streams.get(event.stream) ?? [];
      this.#streams.set(event.stream, stream);
      stream[event.revision] = event;
    }
    this.written.emit('written', events);
  }

  /** Adds what a leader has more. */
  addFrom({ streams }: StoredStreams): void {
    for (const [name, events] of streams()) {
      const missing = events.slice(this.#streams.get(name)?.length ?? 0);
      if (missing.length > 0) this.add(missing);
    }
  }

  readonly streams = (): ReadonlyMap<string, readonly Stored[]> => this.#streams;

  #heldOf(stream: string): number {
    const all = this.#held?.flatMap(({ stored }) => stored) ?? [];
    return all.filter((one) => one.stream === stream).length;
  }

  append(stream: string, expected: Expected, events: Omit<Stored, 'revision' | 'stream'>[]): Appended {
    if (this.deleted.has(stream)) return { result: 'deleted' };
    if (this.readOnly) return { result: 'denied' };
    if (bytesOf(events) > this.maxAppendSize) return { result: 'too_large' };
    const history = this.#streams.get(stream) ?? [];
    const current = history.length - 1;
    const after = typeof expected === 'number' ? expected : expected === 'no_stream' ? -1 : current;
    if (after !== current || (expected === 'stream_exists' && current < 0)) {
      const repeated = events.length > 0 && events.every(({ id }, at) => history[after + 1 + at]?.id === id);
      const revision = after + events.length;
      if (repeated && revision >= history.length - this.#heldOf(stream)) return { result: 'dropped' };
      if (repeated) return { result: 'written', revision };
      return { result: 'wrong_version', current, expected };
    }
    this.#streams.set(stream, history);
    const stored = events.map((event, at) => ({ ...event, stream, revision: current + 1 + at }));
    history.push(...stored);
    if (this.#held) this.#held.push({ stored, replicated: Promise.withResolvers() });
    else this.written.emit('written', stored);
    return { result: 'written', revision: history.length - 1 };
  }

  /** The events that its metadata ($tb, $maxCount) let a reader see. */
  visible(stream: string): Stored[] {
    const all = this.#streams.get(stream) ?? [];
    const replicated = all.slice(0, all.length - this.#heldOf(stream));
    const limits = this.#streams.get(`$$${stream}`)?.at(-1);
    const { $tb = 0, $maxCount = replicated.length } = JSON.parse(
      Buffer.from(limits?.data ?? '{}').toString(),
    );
    return replicated.slice(Math.max($tb, replicated.length - $maxCount));
  }

  /** Goes back to the first events, as a restored backup does. */
  restore(stream: string, length: number): void {
    this.#streams.get(stream)?.splice(length);
  }
}
