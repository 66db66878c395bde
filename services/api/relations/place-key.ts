import { createHmac, createSecretKey, timingSafeEqual } from 'node:crypto';

/** A place in a list as it was answered: what follows it can be asked for, and no other place. */
export type PlaceKey = (list: string, ...place: readonly number[]) => string;

/** @param key a secret of 32 bytes */
export function placeKeyWith(key: Buffer): PlaceKey {
  const secret = createSecretKey(key);
  return (list, ...place) =>
    createHmac('sha256', secret)
      .update(JSON.stringify([list, ...place]))
      .digest('base64url');
}

export const isSameKey = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));
