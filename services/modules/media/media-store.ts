import type { Readable } from 'node:stream';

/** There is no such object (any more). */
export class MediaGone extends Error {
  override name = 'MediaGone';
}

/** More bytes came than were signed. Nothing is stored. */
export class MediaTooLong extends Error {
  override name = 'MediaTooLong';
}

/** The first and the last byte, from 0. */
export interface ByteRange {
  start: number;
  end: number;
}

export interface StoredObject {
  bytes: number;
  /** In hexadecimal digits. Null when the store did not see all bytes. */
  sha256: string | null;
}

/** A request that stores an object from outside. */
export interface SignedPut {
  url: string;
  headers: Readonly<Record<string, string>>;
}

/** Headers of an answer from outside. */
export interface SentHeaders {
  type: string;
  /** Undefined: a page shows it. */
  disposition?: string | undefined;
}

/** Bytes of uploaded files, by names of letters, digits, `.` and `-`. They are private: nothing serves them by name. */
export interface MediaStore {
  /**
   * Streams bytes into an object; readers see all of it or nothing. Throws MediaTooLong beyond `bytes`, and what the body
   * throws.
   */
  write(object: string, body: AsyncIterable<Uint8Array>, bytes: number): Promise<StoredObject>;
  /** Throws MediaGone. */
  read(object: string, range?: ByteRange): Promise<Readable>;
  /**
   * The same with little memory: the next piece overwrites the one before. Throws MediaGone, also for an object that is
   * shorter.
   */
  pieces(object: string, range: ByteRange): AsyncIterable<Uint8Array>;
  /** Bytes of an object; null without one. */
  size(object: string): Promise<number | null>;
  /** Makes one object of parts, which stay or not. Throws MediaGone. */
  join(object: string, parts: readonly string[]): Promise<StoredObject>;
  /** No error when there is none. */
  remove(object: string): Promise<void>;
  /** Where a browser sends exactly so many bytes itself, within 900 s; null: to a route of ours. */
  signPut(object: string, bytes: number): Promise<SignedPut | null>;
  /** Where a browser reads the object itself, within 60 s, with these headers; null: from a route of ours. */
  signGet(object: string, headers: SentHeaders): Promise<string | null>;
}
