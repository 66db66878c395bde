import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Millis } from '#events/time.ts';
import { derivedRing } from '#services/runtime/seal.ts';
import type { Secrets } from '#services/runtime/secrets.ts';

/** An address is valid for this long at most, and for half of it at least. */
const ADDRESS_SECONDS = 120;
/** Addresses of the same minute are equal, so that browsers and pages keep what they have. */
const STEP_SECONDS = 60;
/** 132 bits. */
const SIGNATURE_LENGTH = 22;

/** What an address is bound to. */
export interface AddressBinding {
  /** Id of the reader; empty: everybody. */
  reader: string;
  /** What shows the file, as in `media.uses`. */
  used_by: string;
  file_id: string;
  variant: string;
}

/** The query of an address, as it was sent. */
export interface AddressQuery {
  e?: string | undefined;
  u?: string | undefined;
  p?: string | undefined;
  s?: string | undefined;
}

export type AddressFinding = { valid: true; binding: AddressBinding; expires: number } | AddressProblem;
export type AddressProblem = { valid: false; problem: 'changed' | 'expired' | 'other_reader' };

/** Signed addresses of files. Only those who may see a file get one; the check needs no database. */
export interface MediaAddresses {
  /** Valid for 60 to 120 seconds from `at`. */
  of(binding: AddressBinding, at: Millis): string;
  /** The second in which addresses of this moment expire (Unix time). */
  expiry(at: Millis): number;
  /** @param reader the caller; empty for a guest */
  check(
    file: Pick<AddressBinding, 'file_id' | 'variant'>,
    query: AddressQuery,
    reader: string,
    at: Millis,
  ): AddressFinding;
}

export function openMediaAddresses(secrets: Secrets): MediaAddresses {
  const ring = derivedRing(secrets.ring('lookup'), 'media-addresses');
  const signature = (
    { reader, used_by, file_id, variant }: AddressBinding,
    expires: number,
    { key } = ring[0],
  ): string =>
    createHmac('sha256', key)
      .update(JSON.stringify([expires, reader, used_by, file_id, variant]))
      .digest('base64url')
      .slice(0, SIGNATURE_LENGTH);
  const expiry = (at: Millis): number =>
    Math.floor(at / 1000 / STEP_SECONDS) * STEP_SECONDS + ADDRESS_SECONDS;
  return {
    expiry,
    of(binding, at) {
      const e = expiry(at);
      const { reader: u, used_by: p, file_id, variant } = binding;
      const query = new URLSearchParams({ e: String(e), u, p, s: signature(binding, e) });
      return `/media/${file_id}/${variant}?${query}`;
    },
    check(file, { e = '', u = '', p = '', s = '' }, reader, at) {
      const binding = { reader: u, used_by: p, ...file };
      const expires = /^\d{1,12}$/.test(e) ? Number(e) : Number.NaN;
      const sent = Buffer.from(s);
      const equal = ring.some((one) => {
        const expected = Buffer.from(signature(binding, expires, one));
        return sent.length === expected.length && timingSafeEqual(sent, expected);
      });
      if (!equal) return { valid: false, problem: 'changed' };
      if (expires * 1000 <= at) return { valid: false, problem: 'expired' };
      if (u !== '' && u !== reader) return { valid: false, problem: 'other_reader' };
      return { valid: true, binding, expires };
    },
  };
}
