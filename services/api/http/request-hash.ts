import { createHmac, createSecretKey } from 'node:crypto';
import type { UserId } from '#events/ids.ts';

/**
 * A request in 64 hex digits, to tell a repeated key from a reused one, whatever the order of its fields. Kept
 * with the order for ever, so it is made with a key: nobody can find out by trying what was asked, nor by whom.
 */
export type RequestHash = (user: UserId, asked: Readonly<Record<string, unknown>>) => string;

/** @param key a secret of 32 bytes */
export function requestHashWith(key: Buffer): RequestHash {
  // Made once: from bytes, each call would make it anew, which takes longer than the hash.
  const secret = createSecretKey(key);
  return (user, asked) => {
    const given = Object.entries(asked).filter(([, value]) => value !== undefined);
    const sorted = given.sort(([one], [other]) => (one < other ? -1 : 1));
    return createHmac('sha256', secret)
      .update(JSON.stringify([user, sorted]))
      .digest('hex');
  };
}
