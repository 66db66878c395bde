import { createHash } from 'node:crypto';

/** An event exactly as stored: data and metadata are the original texts. */
export interface StoredEvent {
  position: number;
  stream: string;
  version: number;
  id: string;
  type: string;
  schema_version: number;
  data: string;
  metadata: string;
  /** Microseconds since 1970, UTC, in digits. */
  recorded_at: string;
}

/** Names the encoding: another one would begin with another name. */
const EVENT = 'fanwatt-event-1';

/**
 * The one way to write an event as bytes: each field with its length in front, so that no two different events
 * are the same bytes.
 */
export function canonicalEvent(event: StoredEvent): Buffer {
  const { position, stream, version, id, type, schema_version, recorded_at, data, metadata } = event;
  const fields = [EVENT, position, stream, version, id, type, schema_version, recorded_at, data, metadata];
  // One text first: every event of the log passes here, and a buffer for each field would be the dearest part.
  let text = '';
  for (const field of fields) {
    const value = String(field);
    text += `${Buffer.byteLength(value)}:${value}`;
  }
  return Buffer.from(text);
}

const sha256 = (...parts: readonly Uint8Array[]): Buffer => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};

const LEAF = Buffer.from([0]);
const NODE = Buffer.from([1]);

/** RFC 6962, 2.1: leaves and nodes differ in their first byte. */
export const leafHash = (entry: Uint8Array): Buffer => sha256(LEAF, entry);
export const nodeHash = (left: Uint8Array, right: Uint8Array): Buffer => sha256(NODE, left, right);
export const hashOf = sha256;
