import { createHmac } from 'node:crypto';

export interface RingKey {
  id: string;
  /** 32 bytes. */
  key: Buffer;
}

/** Keys of one purpose, the newest first: it writes. The others are accepted until nothing uses them. */
export type KeyRing = readonly [RingKey, ...RingKey[]];

/** The id of a key, which reveals nothing about it: 16 hex digits. */
export const keyId = (key: Buffer): string =>
  createHmac('sha256', key).update('fanwatt key id').digest('hex').slice(0, 16);

/** @param keys at least one */
export function ringOf(keys: readonly Buffer[]): KeyRing {
  const [newest, ...former] = keys.map((key) => ({ id: keyId(key), key }));
  if (newest === undefined) throw new Error('a ring needs a key');
  return [newest, ...former];
}
