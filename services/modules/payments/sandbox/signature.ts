import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Millis } from '#events/time.ts';
import type { NoticeFault } from '../provider.ts';

/** A notice signed longer ago, or further ahead, than this is stale. */
const SIGNATURE_WINDOW_SECONDS = 300;

export const TIMESTAMP_HEADER = 'sandbox-timestamp';
export const SIGNATURE_HEADER = 'sandbox-signature';

/** As bytes, or as a key object, which is made once and signs five times as fast. */
export type SigningKey = KeyObject | Uint8Array;

function macOf(key: SigningKey, timestamp: string, rawBody: Uint8Array): Buffer {
  return createHmac('sha256', key).update(timestamp).update('.').update(rawBody).digest();
}

/** Headers that make a body the provider's own: Unix seconds and the HMAC-SHA256 over `seconds.body`. */
export function signedHeaders(key: SigningKey, rawBody: Uint8Array, now: Millis): Record<string, string> {
  const timestamp = String(Math.floor(now / 1000));
  return {
    [TIMESTAMP_HEADER]: timestamp,
    [SIGNATURE_HEADER]: macOf(key, timestamp, rawBody).toString('hex'),
  };
}

const only = (value: string | string[] | undefined): string | undefined =>
  typeof value === 'string' ? value : undefined;

/** Undefined when the signature holds; compares in constant time. */
export function faultOfSignature(
  key: SigningKey,
  rawBody: Uint8Array,
  headers: IncomingHttpHeaders,
  now: Millis,
): NoticeFault | undefined {
  const timestamp = only(headers[TIMESTAMP_HEADER]);
  const signature = only(headers[SIGNATURE_HEADER]);
  if (timestamp === undefined || signature === undefined) return 'signature_missing';
  if (!/^\d{1,12}$/.test(timestamp) || !/^[0-9a-f]{64}$/.test(signature)) return 'signature_wrong';
  if (!timingSafeEqual(macOf(key, timestamp, rawBody), Buffer.from(signature, 'hex')))
    return 'signature_wrong';
  const age = Math.abs(now / 1000 - Number(timestamp));
  return age > SIGNATURE_WINDOW_SECONDS ? 'stale' : undefined;
}
