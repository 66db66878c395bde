import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { KeyRing, RingKey } from './keys/ring.ts';

const IV_BYTES = 12;
const TAG_BYTES = 16;
const CIPHER = 'aes-256-gcm';
/** Before the id of a ring's key. Values of older versions begin with their initialisation vector. */
const MARK = Buffer.from('fwk1');
const ID_BYTES = 8;
const HEAD_BYTES = MARK.length + ID_BYTES;

/** A value names a key that the settings do not have. */
class KeyMissing extends Error {}

/** The first bytes of what a ring's key of this id seals. */
export const headOf = (id: string): Buffer => Buffer.concat([MARK, Buffer.from(id, 'hex')]);

/**
 * AES-256-GCM: initialisation vector, tag, ciphertext. `context` is bound to it, so that a sealed value
 * cannot be put in another's place.
 * @param key of a ring, the newest seals, and the value begins with its id
 */
export function seal(key: Buffer | KeyRing, plain: Buffer, context: string): Buffer {
  if (!Buffer.isBuffer(key)) return Buffer.concat([headOf(key[0].id), seal(key[0].key, plain, context)]);
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, key, iv).setAAD(Buffer.from(context));
  const text = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), text]);
}

/** Throws when the key is another one, or anything was altered. */
export function open(key: Buffer | KeyRing, sealed: Buffer, context: string): Buffer {
  if (!Buffer.isBuffer(key)) return openByRing(key, sealed, context);
  const decipher = createDecipheriv(CIPHER, key, sealed.subarray(0, IV_BYTES))
    .setAAD(Buffer.from(context))
    .setAuthTag(sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  return Buffer.concat([decipher.update(sealed.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]);
}

/** A value of an older version does not name its key: each is tried, the oldest first. */
function openByRing(ring: KeyRing, sealed: Buffer, context: string): Buffer {
  const named = sealed.subarray(0, MARK.length).equals(MARK);
  const id = sealed.subarray(MARK.length, HEAD_BYTES).toString('hex');
  const found = named && ring.find((one) => one.id === id);
  if (found) return open(found.key, sealed.subarray(HEAD_BYTES), context);
  for (const { key } of ring.toReversed()) {
    try {
      return open(key, sealed, context);
    } catch {
      // Of another key.
    }
  }
  throw new KeyMissing(
    named ? `the settings lack the key with id ${id}` : 'no key of the settings opens this',
  );
}

export const derivedKey = (master: Buffer, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', master, Buffer.alloc(0), purpose, 32));

/** A key for a purpose from each key; the ids stay. */
export function derivedRing([newest, ...former]: KeyRing, purpose: string): KeyRing {
  const derived = ({ id, key }: RingKey): RingKey => ({ id, key: derivedKey(key, purpose) });
  return [derived(newest), ...former.map(derived)];
}
