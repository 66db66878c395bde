import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import type { Millis } from '#events/time.ts';
import { hashOf } from './canonical.ts';

/** What a seal says of a closed range of the log. */
export interface SealedRange {
  number: number;
  first_position: number;
  last_position: number;
  root: Buffer;
  /** Hash of the seal before it: whoever trusts the newest trusts them all. */
  previous: Buffer;
  sealed_at: Millis;
}

export interface Seal extends SealedRange {
  signature: Buffer;
}

/** Before the first seal there is none. */
export const NO_SEAL = Buffer.alloc(32);

/** The one way to write a seal as bytes: what is signed, and what the next one is chained to. */
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

/** What a PKCS #8 Ed25519 private key has before its 32 bytes. */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');

export interface Sealer {
  seal(range: SealedRange): Seal;
  /** SPKI, PEM: what anybody needs to check a seal. */
  publicKey: string;
}

/** @param secret 32 bytes, the private key */
export function openSealer(secret: Buffer): Sealer {
  const key = createPrivateKey({ key: Buffer.concat([PKCS8, secret]), format: 'der', type: 'pkcs8' });
  const publicKey = createPublicKey(key).export({ type: 'spki', format: 'pem' }).toString();
  return {
    publicKey,
    seal: (range) => ({ ...range, signature: sign(null, canonicalSeal(range), key) }),
  };
}

/** Whether the holder of the private key has made this seal. */
export const isGenuine = (seal: Seal, publicKey: string | KeyObject): boolean =>
  verify(null, canonicalSeal(seal), publicKey, seal.signature);
