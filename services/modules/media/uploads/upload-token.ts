import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Millis } from '#events/time.ts';
import type { KeyRing } from '#services/runtime/keys/ring.ts';
import type { MediaKind } from '../media-files.ts';

/** What a token allows to send: this part, with exactly these bytes, by this person. */
export interface UploadPart {
  file_id: string;
  owner_id: string;
  kind: MediaKind;
  part: number;
  bytes: number;
}

const TOKEN = /^(\d{1,13})\.([\w-]{43})$/;

/** Tokens of uploads: the second at which they expire, and an HMAC-SHA-256 over that and the part. */
export function openUploadTokens(ring: KeyRing) {
  const sign = (
    { file_id, owner_id, kind, part, bytes }: UploadPart,
    expires: number,
    { key } = ring[0],
  ): string =>
    createHmac('sha256', key)
      .update([file_id, owner_id, kind, part, bytes, expires].join(' '))
      .digest('base64url');
  return {
    /** @param expires Unix seconds */
    of: (part: UploadPart, expires: number): string => `${expires}.${sign(part, expires)}`,
    check(token: string, part: UploadPart, now: Millis): 'valid' | 'expired' | 'forged' {
      const [, expires = '', signature = ''] = TOKEN.exec(token) ?? [];
      const sent = Buffer.from(signature);
      const genuine = ring.some((one) => {
        const expected = Buffer.from(sign(part, Number(expires), one));
        return sent.length === expected.length && timingSafeEqual(sent, expected);
      });
      if (!genuine) return 'forged';
      return Number(expires) * 1000 > now ? 'valid' : 'expired';
    },
  };
}

export type UploadTokens = ReturnType<typeof openUploadTokens>;
