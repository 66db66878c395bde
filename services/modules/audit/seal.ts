import { type KeyObject, sign, verify } from 'node:crypto';
import type { Millis } from '#events/time.ts';
import type { KeyRing } from '#services/runtime/keys/ring.ts';
import { type SigningKey, signingKey } from '#services/runtime/signing-key.ts';
import { hashOf } from './canonical.ts';

/** The seal of a closed range of the log. */
export interface SealedRange {
  number: number;
  first_position: number;
  last_position: number;
  root: Buffer;
  /** Hash of the seal before it: trust in the newest covers all. */
  previous: Buffer;
  sealed_at: Millis;
}

export interface Seal extends SealedRange {
  signature: Buffer;
}

/** Before the first seal there is none. */
export const NO_SEAL = Buffer.alloc(32);

/** The bytes of a seal: they are signed, and the next seal refers to them. */
const canonicalSeal = (seal: SealedRange): Buffer =>
  Buffer.from(
    [
      'fanwatt-seal-1',
      seal.number,
      seal.first_position,
      seal.last_position,
      seal.root.toString('hex'),
      seal.previous.toString('hex'),
      seal.sealed_at,
    ].join('\n'),
  );

export const sealHash = (seal: SealedRange): Buffer => hashOf(canonicalSeal(seal));

export interface Sealer {
  /** The newest first. */
  keys: readonly [SigningKey, ...SigningKey[]];
  /** SPKI, PEM: the keys to verify seals, the newest first. */
  publicKey: string;
}

/** @param ring the private keys */
export function openSealer([newest, ...former]: KeyRing): Sealer {
  const keys: Sealer['keys'] = [signingKey(newest.key), ...former.map(({ key }) => signingKey(key))];
  return { keys, publicKey: keys.map(({ pem }) => pem).join('') };
}

export const sealBy = ({ private: key }: SigningKey, range: SealedRange): Seal => ({
  ...range,
  signature: sign(null, canonicalSeal(range), key),
});

/** Whether the holder of the private key has made this seal. */
export const isGenuine = (seal: Seal, publicKey: string | KeyObject): boolean =>
  verify(null, canonicalSeal(seal), publicKey, seal.signature);
