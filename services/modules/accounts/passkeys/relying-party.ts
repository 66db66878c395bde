import { isIP } from 'node:net';
import { isLoopback } from '#services/runtime/settings/values.ts';

/** The site that passkeys are made for (WebAuthn). */
export interface RelyingParty {
  /** Host name. */
  id: string;
  /** The only origin whose pages can use them. */
  origin: string;
}

/**
 * The site at the public address. This machine is `localhost`: browsers make no passkeys for a number.
 * @returns undefined for other numbers, and without TLS: no passkeys can be used
 */
export function relyingParty(publicUrl: string): RelyingParty | undefined {
  const url = new URL(publicUrl);
  if (isLoopback(url.hostname)) url.hostname = 'localhost';
  const { hostname, protocol, origin } = url;
  const isNumber = isIP(hostname.replace(/^\[|\]$/g, '')) !== 0;
  const isSecure = protocol === 'https:' || hostname === 'localhost';
  return isSecure && !isNumber ? { id: hostname, origin } : undefined;
}
