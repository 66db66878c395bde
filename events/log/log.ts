import type { NewEvent } from '../envelope.ts';
import type { RecordedEvent } from '../recorded-event.ts';

/**
 * The expected state of a stream: its last version (from 0), no stream, stream exists, or any. The store enforces it
 * inside the append, without a separate read.
 */
export type ExpectedVersion = number | 'no_stream' | 'stream_exists' | 'any';

export interface StreamWrite {
  stream: string;
  expected: ExpectedVersion;
  /** May be empty: then the write only asserts the stream's version, in the same transaction. */
  events: readonly NewEvent[];
}

export interface StreamConflict {
  stream: string;
  expected: ExpectedVersion;
  /** Last version found; −1 when the stream does not exist. */
  actual: number;
  /** Some of the given event ids exist, but not all, or in another order or place. */
  partial_duplicate: boolean;
}

export type AppendResult =
  | {
      ok: true;
      /** Position of the last event of this append; of the first result when it was a repetition. */
      position: number;
      /** Last version of each stream after this append, in the order of the writes. */
      versions: readonly number[];
      /** All given events exist already: nothing was written; this is the first result. */
      repeated: boolean;
    }
  | { ok: false; conflicts: readonly StreamConflict[] };

/** Default limit of a page in bytes of data and metadata. */
export const PAGE_BYTES = 4 * 1024 * 1024;

export interface ReadAllOptions {
  /** At most this many events. */
  limit: number;
  /** A page ends with the event that reaches this many bytes of data and metadata; PAGE_BYTES by default. */
  bytes?: number;
  /** Only these types; the position of the answer still moves over the others. */
  types?: readonly string[];
}

export interface LogPage {
  events: readonly RecordedEvent[];
  /** All events up to this position have been considered. Continue after it. */
  through: number;
  /** A bound of the page was reached: more may follow. */
  full: boolean;
  /** Stored bytes of data and metadata. The page needs a few times as much memory. */
  bytes: number;
}

export interface StreamRead {
  stream: string;
  /** Only events after this version; −1 for all. */
  after: number;
}

export interface StreamPageOptions {
  /** Maximum number of events; a page is also limited in bytes. */
  limit?: number;
  /** Streams with more events than this left are not read: they are in the page's `rest`. */
  longest?: number;
}

/** Events of several streams, in order; read on with `rest` until it is empty. */
export interface StreamsPage {
  /** One list for each requested stream; empty if the page has none of its events. */
  events: ReadonlyMap<string, readonly RecordedEvent[]>;
  /** Streams that this page did not finish, and the version to continue after. */
  rest: readonly StreamRead[];
}

/** The store cannot be reached now: the same call may succeed later. Nothing was written. */
export class LogUnreachable extends Error {
  override name = 'LogUnreachable';
}

/** The store answers but cannot work: a lock or statement timed out, or disk or memory is full. */
export class LogExhausted extends LogUnreachable {
  override name = 'LogExhausted';
}

/**
 * The connection broke during an append. The outcome is unknown; repeating the append with the same event ids is safe
 * and returns it.
 */
export class AppendOutcomeUnknown extends Error {
  override name = 'AppendOutcomeUnknown';
}

/** For each event of an append in turn, the place of its write among the writes; left out: write by write. */
export type EventOrder = readonly number[];

/** The log during a turn: no other caller can append, so reads stay valid until the turn ends. */
export interface ExclusiveLog {
  readStreams(reads: readonly StreamRead[], options?: StreamPageOptions): Promise<StreamsPage>;
  /** As `EventLog.append`, and as durable. With `last` the turn ends once it is written, and the next begins sooner. */
  append(writes: readonly StreamWrite[], order?: EventOrder, last?: boolean): Promise<AppendResult>;
}

/** The log of everything that happened. Two adapters implement it; one contract test holds both to it. */
export interface EventLog {
  /** If an append over several streams is atomic, or written stream by stream in order. */
  readonly atomicity: 'all_streams' | 'stream_by_stream';

  /**
   * Appends to all given streams. Each stream appears once in `writes`. Repeating an append (same ids and order)
   * returns the first result; any other mismatch is a conflict and writes nothing. Positions follow `order`.
   */
  append(writes: readonly StreamWrite[], order?: EventOrder): Promise<AppendResult>;

  /**
   * Gives the caller a turn in which no other caller appends, in order of request over all processes. A turn without
   * progress for 2 s ends, so a stopped process does not block others; its later calls fail with LogUnreachable or
   * AppendOutcomeUnknown. Correctness depends only on expected versions.
   */
  exclusively<Result>(work: (log: ExclusiveLog) => Promise<Result>): Promise<Result>;

  /**
   * One page of a stream in order; empty at the end. A page can have fewer than `limit` events; `pagesOfStreams`
   * reads a whole stream.
   */
  readStream(stream: string, options?: { after?: number; limit?: number }): Promise<readonly RecordedEvent[]>;

  /** One page of several streams in one round trip. */
  readStreams(reads: readonly StreamRead[], options?: StreamPageOptions): Promise<StreamsPage>;

  /** Events after a position in the total order. A reader at N has seen all events up to N. */
  readAll(after: number, options: ReadAllOptions): Promise<LogPage>;

  /** Pages of the total order from a position on. Waits for new events; ends when the signal aborts. */
  tail(after: number, options: ReadAllOptions & { signal: AbortSignal }): AsyncIterable<LogPage>;

  /** Why an append would not be taken now, as far as it is known; it makes no request. undefined: it would. */
  problem(): Error | undefined;

  /** Position of the last event; 0 when the log is empty. */
  head(): Promise<number>;

  close(): Promise<void>;
}
