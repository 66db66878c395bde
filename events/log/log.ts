import type { NewEvent, RecordedEvent } from '../envelope.ts';

/**
 * What a writer expects of a stream: its last version (from 0), that it does not exist, that it does, or
 * nothing. All are enforced by the store inside the append, none by a read before.
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
  /** Given event ids stand in the stream, but not all of them, in another order, or elsewhere than expected. */
  partial_duplicate: boolean;
}

export type AppendResult =
  | {
      ok: true;
      /** Position of the last event of this append; of the first result when it was a repetition. */
      position: number;
      /** Last version of each stream after this append, in the order of the writes. */
      versions: readonly number[];
      /** Every given event stood there already: nothing was written, and this is the first result. */
      repeated: boolean;
    }
  | { ok: false; conflicts: readonly StreamConflict[] };

/** Bytes of data and metadata in a page, unless another bound is asked for. */
export const PAGE_BYTES = 4 * 1024 * 1024;

export interface ReadAllOptions {
  /** At most this many events. */
  limit: number;
  /** The event that brings the page to so many bytes of data and metadata is its last; PAGE_BYTES unless given. */
  bytes?: number;
  /** Only these types; the position of the answer still moves over the others. */
  types?: readonly string[];
}

export interface LogPage {
  events: readonly RecordedEvent[];
  /** Every event at or below this position has been considered: go on after it. */
  through: number;
  /** A bound of the page was reached: more may follow. */
  full: boolean;
  /** Of data and metadata as they are stored: what the page takes in memory is a few times as much. */
  bytes: number;
}

export interface StreamRead {
  stream: string;
  /** Only events after this version; −1 for all. */
  after: number;
}

export interface StreamPageOptions {
  /** At most this many events; a page has a bound in bytes too. */
  limit?: number;
  /** Streams with more events than this left are not read: they are in the page's `rest`. */
  longest?: number;
}

/** Events of several streams, in order; read on with `rest` until it is empty. */
export interface StreamsPage {
  /** One list for each stream asked for, empty when nothing of it was read. */
  events: ReadonlyMap<string, readonly RecordedEvent[]>;
  /** Streams that this page did not read to their end, and where to go on. */
  rest: readonly StreamRead[];
}

/** The store cannot be reached now: the same call may succeed later. Nothing was written. */
export class LogUnreachable extends Error {
  override name = 'LogUnreachable';
}

/** The store answers, but can do nothing now: a lock or statement took too long, no disk or memory is left. */
export class LogExhausted extends LogUnreachable {
  override name = 'LogExhausted';
}

/**
 * The connection broke while an append was under way: whether it was written is not known. Repeating it
 * with the same event ids is safe, and tells.
 */
export class AppendOutcomeUnknown extends Error {
  override name = 'AppendOutcomeUnknown';
}

/** For each event of an append in turn, the place of its write among the writes; left out: write by write. */
export type EventOrder = readonly number[];

/** The log while nobody else can append: what is read stays true until the turn ends. */
export interface ExclusiveLog {
  readStreams(reads: readonly StreamRead[], options?: StreamPageOptions): Promise<StreamsPage>;
  /** As `EventLog.append`, and as durable. With `last` the turn ends once it is written, and the next begins sooner. */
  append(writes: readonly StreamWrite[], order?: EventOrder, last?: boolean): Promise<AppendResult>;
}

/** The log of everything that happened. Two adapters implement it; one contract test holds both to it. */
export interface EventLog {
  /** Whether an append over several streams happens whole or not at all, or stream by stream in order. */
  readonly atomicity: 'all_streams' | 'stream_by_stream';

  /**
   * Appends to all given streams. A stream may stand in `writes` once. Repeating an append (same ids, same
   * order) gives the first result; anything else that does not fit is a conflict and writes nothing.
   * Positions follow `order`.
   */
  append(writes: readonly StreamWrite[], order?: EventOrder): Promise<AppendResult>;

  /**
   * Gives the caller a turn in which nobody else appends, in the order of asking, whichever process asks. A turn without
   * progress for 2 s ends, so that a stopped process does not hold up the others; what is asked in it then fails with
   * LogUnreachable or AppendOutcomeUnknown. Correctness rests on expected versions alone, as outside of a turn.
   */
  exclusively<Result>(work: (log: ExclusiveLog) => Promise<Result>): Promise<Result>;

  /**
   * One page of a stream's events in order; empty when there are no more. It may end before `limit`: to read a
   * whole stream, use `pagesOfStreams`.
   */
  readStream(stream: string, options?: { after?: number; limit?: number }): Promise<readonly RecordedEvent[]>;

  /** One page of several streams in one round trip. */
  readStreams(reads: readonly StreamRead[], options?: StreamPageOptions): Promise<StreamsPage>;

  /** Events after a position in the total order. A reader at N has seen all events up to N. */
  readAll(after: number, options: ReadAllOptions): Promise<LogPage>;

  /** Pages of the total order from a position on, waiting for what comes; ends when the signal aborts. */
  tail(after: number, options: ReadAllOptions & { signal: AbortSignal }): AsyncIterable<LogPage>;

  /** Position of the last event; 0 when the log is empty. */
  head(): Promise<number>;

  close(): Promise<void>;
}
