import { createHmac, hash, type KeyObject, randomBytes, timingSafeEqual } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Millis } from '#events/time.ts';
import { atMost } from '#services/runtime/weight.ts';

export const SIGNATURE_HEADER = 'x-fanwatt-process';
/** A signature is valid this long before and after its time, by the database's clock. */
const VALID_MS = 10_000;
/** Signatures that are remembered so that none is used twice; beyond these none is accepted. */
const MAX_REMEMBERED = 50_000;

/** Data that a signature covers, besides its time. */
export interface Signed {
  method: string;
  path: string;
  /** Instance of the receiver. */
  to: string;
  body: Buffer;
}

const HEADER = /^t=(\d{1,15}),n=([0-9a-f]{32}),s=([0-9a-f]{64})$/;

/** @param key an object: with the bytes of the key, Node takes six times as long */
const macOf = (key: KeyObject, { method, path, to, body }: Signed, time: string, nonce: string): Buffer =>
  createHmac('sha256', key)
    .update([method, path, to, time, nonce, hash('sha256', body)].join('\n'))
    .digest();

export function signatureOf(key: KeyObject, request: Signed, now: Millis): string {
  const time = String(Math.round(now));
  const nonce = randomBytes(16).toString('hex');
  return `t=${time},n=${nonce},s=${macOf(key, request, time, nonce).toString('hex')}`;
}

/** @param keys signatures of each are genuine */
export function signatureCheck(keys: readonly KeyObject[]) {
  const used = new LRUCache<string, true>({ ...atMost(MAX_REMEMBERED), ttl: 2 * VALID_MS });
  const partsOf = (header: unknown, now: Millis) => {
    const [, time, nonce, mac] = (typeof header === 'string' && HEADER.exec(header)) || [];
    if (!time || !nonce || !mac || Math.abs(now - Number(time)) > VALID_MS) return undefined;
    return { time, nonce, mac: Buffer.from(mac, 'hex') };
  };
  return {
    /** If format and time are valid; checked before the body is read. */
    isTimely: (header: unknown, now: Millis): boolean => partsOf(header, now) !== undefined,
    /** @returns when it was signed; undefined unless it is genuine and was not used before */
    signedAt(header: unknown, request: Signed, now: Millis): Millis | undefined {
      const parts = partsOf(header, now);
      if (!parts) return undefined;
      const { time, nonce, mac } = parts;
      if (!keys.some((key) => timingSafeEqual(mac, macOf(key, request, time, nonce)))) return undefined;
      if (used.size >= MAX_REMEMBERED) used.purgeStale();
      if (used.has(nonce) || used.size >= MAX_REMEMBERED) return undefined;
      used.set(nonce, true);
      return Number(time);
    },
  };
}
