import type { LogProof } from './logged-event.ts';

/**
 * Checks with only the seals' public key that events are in the log as stated. It uses only Web Crypto, so an offline
 * browser, the tests and others run the same code. The bytes of events and seals: docs/architecture.md, Seals.
 */

/** Why an event is not proven. */
export type ProofFault =
  /** The event is not at the place that its seal states. */
  | 'misplaced'
  /** The event was changed, or the way to the root was. */
  | 'other_root'
  /** The seal was changed, or made by another key. */
  | 'other_key';

type Bytes = Uint8Array<ArrayBuffer>;

const ascii = new TextEncoder();
const LEAF = Uint8Array.of(0);
const NODE = Uint8Array.of(1);
/** Our proofs have about twelve hashes; a longer path is invalid. */
const MAX_HASHES = 64;

function joined(parts: readonly Uint8Array[]): Bytes {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

const sha256 = async (...parts: readonly Uint8Array[]): Promise<Bytes> =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', joined(parts)));

/** Undefined for an invalid number of hex digits. */
function bytesOf(hex: string): Bytes | undefined {
  if (hex.length % 2 !== 0 || !/^[0-9a-f]*$/.test(hex)) return undefined;
  return Uint8Array.from({ length: hex.length / 2 }, (_, at) =>
    Number.parseInt(hex.slice(at * 2, at * 2 + 2), 16),
  );
}

const hexOf = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** SHA-256 of a text in UTF-8, in hex. */
export const textHash = async (text: string): Promise<string> => hexOf(await sha256(ascii.encode(text)));

/** Each field with its length in front. */
function eventBytes(event: LogProof['event']): Bytes {
  const { position, stream, version, id, type, schema_version, recorded_at, data, metadata } = event;
  const fields = [
    'fanwatt-event-1',
    position,
    stream,
    version,
    id,
    type,
    schema_version,
    recorded_at,
    data,
    metadata,
  ];
  return joined(
    fields.flatMap((field) => {
      const text = ascii.encode(String(field));
      return [ascii.encode(`${text.length}:`), text];
    }),
  );
}

/** The root that a leaf leads to (RFC 6962, 2.1.1); undefined when the way does not fit. */
export async function rootFrom(
  leaf: Bytes,
  index: number,
  size: number,
  path: readonly Bytes[],
): Promise<Bytes | undefined> {
  if (index < 0 || index >= size) return undefined;
  if (size === 1) return path.length === 0 ? leaf : undefined;
  const sibling = path.at(-1);
  if (sibling === undefined) return undefined;
  let half = 1;
  while (half * 2 < size) half *= 2;
  const rest = path.slice(0, -1);
  if (index < half) {
    const left = await rootFrom(leaf, index, half, rest);
    return left && sha256(NODE, left, sibling);
  }
  const right = await rootFrom(leaf, index - half, size - half, rest);
  return right && sha256(NODE, sibling, right);
}

const PEM = /-----BEGIN [A-Z ]+-----[^-]*-----END [A-Z ]+-----/g;

/** The keys of a text with one or several; a text without marks is one. */
export const pemsOf = (text: string): string[] => text.match(PEM) ?? [text];

/** @param text Ed25519 public keys, SPKI, PEM: of each a seal is genuine. Throws for anything else. */
export function sealKeys(text: string): Promise<CryptoKey[]> {
  return Promise.all(
    pemsOf(text).map((pem) => {
      const base64 = pem.replaceAll(/-----[A-Z ]+-----|\s/g, '');
      const der = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
      return crypto.subtle.importKey('spki', der, 'Ed25519', false, ['verify']);
    }),
  );
}

async function isSigned(seal: LogProof['seal'], keys: readonly CryptoKey[]): Promise<boolean> {
  const signature = bytesOf(seal.signature);
  if (signature === undefined) return false;
  const signed = [
    'fanwatt-seal-1',
    seal.number,
    seal.first_position,
    seal.last_position,
    seal.root,
    seal.previous,
    seal.sealed_at,
  ].join('\n');
  const bytes = ascii.encode(signed);
  const found = keys.map((key) => crypto.subtle.verify('Ed25519', key, signature, bytes));
  return (await Promise.all(found)).includes(true);
}

/** The error of a proof; null if the event is in the log sealed by the keys' owner, exactly as stated. */
export async function proofFault(proof: LogProof, keys: readonly CryptoKey[]): Promise<ProofFault | null> {
  const { event, index, size, seal } = proof;
  const placed =
    event.position === seal.first_position + index &&
    size === seal.last_position - seal.first_position + 1 &&
    index >= 0 &&
    index < size;
  if (!placed) return 'misplaced';
  if (!(await isSigned(seal, keys))) return 'other_key';
  const path = proof.path.map(bytesOf);
  if (path.length > MAX_HASHES || !path.every((hash) => hash !== undefined)) return 'other_root';
  const leaf = await sha256(LEAF, eventBytes(event));
  const root = await rootFrom(leaf, index, size, path);
  return root !== undefined && hexOf(root) === seal.root ? null : 'other_root';
}
