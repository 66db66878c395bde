import { sign } from 'node:crypto';
import type { Secrets } from '#services/runtime/secrets.ts';
import { signingKey } from '#services/runtime/signing-key.ts';

/** Signs tickets, so that a check-in device can verify them with only the public key. */
export interface TicketSigning {
  /** Ed25519 over these bytes: 64 bytes, always the same for the same. */
  sign(body: Uint8Array): Buffer;
  /** Public: as JWK (RFC 8037) its `x`, and as PEM. */
  publicKey: { x: string; pem: string };
}

/** The key pair is derived from the secret `ticket-signing`; with another secret, tickets get other codes. */
export function openTicketSigning(secrets: Secrets): TicketSigning {
  const { private: key, x, pem } = signingKey(secrets.secret('ticket-signing'));
  return { sign: (body) => sign(null, body, key), publicKey: { x, pem } };
}
