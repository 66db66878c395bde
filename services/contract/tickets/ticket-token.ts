/**
 * The text in a ticket's QR code. It names the ticket, and the public key of `GET /api/ticket/public-key` verifies
 * offline that we issued it. Only the server knows whether the ticket was used, refunded, or has another holder. Bytes
 * in base64url: version (1), ticket id (16), plan id (16), begin of the round in Unix seconds (5, zero for none),
 * length of the order number (1), the order number in ASCII, and an Ed25519 signature (64) over all bytes before it.
 * Version 2, after a change of the holder, has the number of changes (1) before the signature.
 */
export interface TicketClaim {
  ticket_id: string;
  plan_id: string;
  out_trade_no: string;
  /** Unix seconds; null: the event has no rounds. */
  begin_time: number | null;
  /** Number of changes of the holder, at most 255. */
  revision: number;
}

/** Ed25519 public key as RFC 8037 writes it. */
export interface TicketKey {
  kty: 'OKP';
  crv: 'Ed25519';
  x: string;
}

export interface ReadToken {
  claim: TicketClaim;
  /** The signed bytes. */
  body: Uint8Array<ArrayBuffer>;
  signature: Uint8Array<ArrayBuffer>;
}

const VERSION = 1;
export const CHANGED_VERSION = 2;
const ID_BYTES = 16;
const TIME_BYTES = 5;
const SIGNATURE_BYTES = 64;
const FIXED_BYTES = 1 + ID_BYTES + ID_BYTES + TIME_BYTES + 1;
const MAX_ORDER_BYTES = 80;
/** Longer text is no token: nothing of it is looked at. */
const MAX_CHARACTERS = 400;

const HEX_ID = /^[0-9a-f]{32}$/;
const ORDER_NUMBER = /^[0-9A-Za-z._:/#-]+$/;

function bytesOfHex(id: string): number[] {
  if (!HEX_ID.test(id)) throw new Error(`${id} cannot stand in a ticket: it is not 32 hex digits`);
  return Array.from({ length: ID_BYTES }, (_, at) => Number.parseInt(id.slice(at * 2, at * 2 + 2), 16));
}

const hexOf = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** The bytes to be signed. Throws for ids that are not 32 lower-case hex digits. */
export function tokenBody(claim: TicketClaim): Uint8Array<ArrayBuffer> {
  const { ticket_id, plan_id, out_trade_no, begin_time, revision } = claim;
  if (!ORDER_NUMBER.test(out_trade_no) || out_trade_no.length > MAX_ORDER_BYTES) {
    throw new Error(`order number ${out_trade_no} cannot stand in a ticket`);
  }
  const time = begin_time ?? 0;
  const timeBytes = Array.from(
    { length: TIME_BYTES },
    (_, at) => Math.floor(time / 256 ** (TIME_BYTES - 1 - at)) % 256,
  );
  const order = Array.from(out_trade_no, (character) => character.charCodeAt(0));
  return Uint8Array.from([
    revision === 0 ? VERSION : CHANGED_VERSION,
    ...bytesOfHex(ticket_id),
    ...bytesOfHex(plan_id),
    ...timeBytes,
    order.length,
    ...order,
    ...(revision === 0 ? [] : [revision]),
  ]);
}

export function tokenText(body: Uint8Array, signature: Uint8Array): string {
  const binary = String.fromCharCode(...body, ...signature);
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** Undefined for anything but the one way in which these bytes are written. */
function bytesOfText(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (text.length > MAX_CHARACTERS || !/^[\w-]+$/.test(text)) return undefined;
  try {
    const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
    // Bits beyond the last byte would let one token be written in several ways.
    return tokenText(bytes, new Uint8Array()) === text ? bytes : undefined;
  } catch {
    return undefined;
  }
}

/** A token's claim, not verified yet. Undefined for an unknown format or version. */
export function readToken(text: string): ReadToken | undefined {
  const bytes = bytesOfText(text);
  if (bytes === undefined || bytes.length < FIXED_BYTES + SIGNATURE_BYTES) return undefined;
  const version = bytes[0];
  if (version !== VERSION && version !== CHANGED_VERSION) return undefined;
  const body = bytes.slice(0, -SIGNATURE_BYTES);
  const [order, revision = 0] =
    version === VERSION ? [body.slice(FIXED_BYTES)] : [body.slice(FIXED_BYTES, -1), body.at(-1)];
  // Without changes there is only version 1: no token can be written in two ways.
  if (version === CHANGED_VERSION && revision === 0) return undefined;
  if (body[FIXED_BYTES - 1] !== order.length) return undefined;
  const out_trade_no = String.fromCharCode(...order);
  if (!ORDER_NUMBER.test(out_trade_no) || order.length > MAX_ORDER_BYTES) return undefined;
  const timeAt = 1 + ID_BYTES + ID_BYTES;
  const time = body.slice(timeAt, timeAt + TIME_BYTES).reduce((sum, byte) => sum * 256 + byte, 0);
  return {
    claim: {
      ticket_id: hexOf(body.slice(1, 1 + ID_BYTES)),
      plan_id: hexOf(body.slice(1 + ID_BYTES, timeAt)),
      out_trade_no,
      begin_time: time === 0 ? null : time,
      revision,
    },
    body,
    signature: bytes.slice(-SIGNATURE_BYTES),
  };
}

/**
 * Verifies a token's signature with only Web Crypto: in a browser, without a server.
 * @param keys of each a token is genuine
 * @returns the claim; undefined for a forged, altered or foreign token
 */
export async function verifyToken(
  text: string,
  keys: readonly TicketKey[],
): Promise<TicketClaim | undefined> {
  const read = readToken(text);
  if (read === undefined) return undefined;
  for (const { kty, crv, x } of keys) {
    const key = await crypto.subtle.importKey('jwk', { kty, crv, x }, 'Ed25519', false, ['verify']);
    if (await crypto.subtle.verify('Ed25519', key, read.signature, read.body)) return read.claim;
  }
  return undefined;
}
