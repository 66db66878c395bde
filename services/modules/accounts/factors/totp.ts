import { Secret, TOTP } from 'otpauth';
import type { Millis } from '#events/time.ts';

const PERIOD_MS = 30_000;
/** Clocks can be wrong by one step. */
const WINDOW = 1;
/** What every authenticator can do (RFC 6238). */
const KIND = { algorithm: 'SHA1', digits: 6, period: PERIOD_MS / 1000 } as const;

/** 20 random bytes in base32. */
export const newSecret = (): string => new Secret({ size: 20 }).base32;

/** The address in the QR code. @param label how the authenticator lists the account */
export const totpAddress = (secret: string, issuer: string, label: string): string =>
  new TOTP({ ...KIND, secret: Secret.fromBase32(secret), issuer, label }).toString();

/** The time step of a right code; undefined for a wrong one. */
export function stepOf(secret: string, code: string, now: Millis): number | undefined {
  const totp = new TOTP({ ...KIND, secret: Secret.fromBase32(secret) });
  const delta = totp.validate({ token: code, timestamp: now, window: WINDOW });
  return delta === null ? undefined : Math.floor(now / PERIOD_MS) + delta;
}
