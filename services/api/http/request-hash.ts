import { createHmac, createSecretKey } from 'node:crypto';
import type { UserId } from '#events/ids.ts';

/**
 * The hash of a request in 64 hex digits, to distinguish a repetition from a reused key; field order does not matter.
 * It is stored with the order permanently, so it uses a key: the request cannot be found by guessing.
 */
export type RequestHash = (user: UserId, body: Readonly<Record<string, unknown>>) => string;

/** @param key a secret of 32 bytes */
export function requestHashWith(key: Buffer): RequestHash {
  // Created once: creating it from bytes is slower than the hash.
  const secret = createSecretKey(key);
  return (user, body) => {
    const entries = Object.entries(body).filter(([, value]) => value !== undefined);
    const sorted = entries.sort(([one], [other]) => (one < other ? -1 : 1));
    return createHmac('sha256', secret)
      .update(JSON.stringify([user, sorted]))
      .digest('hex');
  };
}
