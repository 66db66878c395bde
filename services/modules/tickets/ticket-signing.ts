import { createPublicKey, sign } from 'node:crypto';
import type { TicketKey } from '#services/contract/tickets/ticket-token.ts';
import type { RecordedKey } from '#services/runtime/keys/registry.ts';
import type { Secrets } from '#services/runtime/secrets.ts';
import { signingKey } from '#services/runtime/signing-key.ts';

/** Signs tickets, so that a check-in device can verify them with only the public keys. */
export interface TicketSigning {
  /** Ed25519 over these bytes: 64 bytes, always the same for the same. */
  sign(body: Uint8Array): Buffer;
  /** Of the newest key, as PEM. */
  pem: string;
  /** Codes of each are valid: the newest key, those that will be, and former ones. */
  keys: readonly [TicketKey, ...TicketKey[]];
}

/**
 * The key pairs are derived from the secret `ticket-signing`; with another newest secret, tickets get other codes.
 * @param recorded codes of former keys stay valid until the key is given up
 */
export function openTicketSigning(
  secrets: Secrets,
  recorded: readonly Pick<RecordedKey, 'name' | 'public_key'>[] = [],
): TicketSigning {
  const pairs = secrets.ring('ticket-signing').map(({ key }) => signingKey(key));
  const [newest] = pairs;
  if (newest === undefined) throw new Error('there is no key to sign tickets with');
  const jwkOf = (x: string): TicketKey => ({ kty: 'OKP', crv: 'Ed25519', x });
  const former = recorded.flatMap(({ name, public_key }) =>
    name === 'ticket-signing' && public_key !== null
      ? (createPublicKey(public_key).export({ format: 'jwk' }).x ?? [])
      : [],
  );
  const others = new Set([...pairs.map(({ x }) => x), ...former]);
  others.delete(newest.x);
  return {
    sign: (body) => sign(null, body, newest.private),
    pem: newest.pem,
    keys: [jwkOf(newest.x), ...[...others].map(jwkOf)],
  };
}
