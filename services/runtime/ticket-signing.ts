import { createPrivateKey, createPublicKey, sign } from 'node:crypto';
import type { Secrets } from './secrets.ts';

/** Before the 32 bytes of an Ed25519 private key, PKCS #8 in DER has always these (RFC 8410). */
const PKCS8_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex');

/** Signs tickets, so that a door can tell ours from others with the public key alone. */
export interface TicketSigning {
  /** Ed25519 over these bytes: 64 bytes, always the same for the same. */
  sign(body: Uint8Array): Buffer;
  /** For everybody: as JWK (RFC 8037) its `x`, and as PEM. */
  publicKey: { x: string; pem: string };
}

/** The key pair is derived from the secret `ticket-signing`; with another secret, tickets get other codes. */
export function openTicketSigning(secrets: Secrets): TicketSigning {
  const key = createPrivateKey({
    key: Buffer.concat([PKCS8_HEAD, secrets.secret('ticket-signing')]),
    format: 'der',
    type: 'pkcs8',
  });
  const published = createPublicKey(key);
  const { x } = published.export({ format: 'jwk' });
  if (x === undefined) throw new Error('an Ed25519 key has no public part');
  return {
    sign: (body) => sign(null, body, key),
    publicKey: { x, pem: published.export({ format: 'pem', type: 'spki' }).toString() },
  };
}
