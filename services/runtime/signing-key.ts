import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';

/** Before the 32 bytes of an Ed25519 private key, PKCS #8 in DER has always these (RFC 8410). */
const PKCS8_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex');

export interface SigningKey {
  private: KeyObject;
  public: KeyObject;
  /** The public key as SPKI, PEM. */
  pem: string;
  /** The public key as JWK has it (RFC 8037). */
  x: string;
}

/** @param secret 32 bytes: the private key of an Ed25519 pair */
export function signingKey(secret: Buffer): SigningKey {
  const key = createPrivateKey({ key: Buffer.concat([PKCS8_HEAD, secret]), format: 'der', type: 'pkcs8' });
  const published = createPublicKey(key);
  const { x } = published.export({ format: 'jwk' });
  if (x === undefined) throw new Error('an Ed25519 key has no public part');
  return {
    private: key,
    public: published,
    pem: published.export({ format: 'pem', type: 'spki' }).toString(),
    x,
  };
}
