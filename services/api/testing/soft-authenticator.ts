import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';

/** Flags of authenticator data: a person is there, is verified, a new key follows. */
const PRESENT = 1;
const VERIFIED = 4;
const NEW_KEY = 64;

const sha256 = (bytes: string | Uint8Array): Buffer => createHash('sha256').update(bytes).digest();
const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url');

/** What can be wrong with an answer. */
export interface Wrong {
  origin?: string;
  rpId?: string;
  /** In place of the one that was issued. */
  challenge?: string;
  type?: string;
  crossOrigin?: boolean;
  topOrigin?: string;
  /** False: the person was not verified. */
  verified?: boolean;
  counter?: number;
  userHandle?: string;
  /** Of another passkey. */
  id?: string;
  /** Of a registration; default: none. */
  attestation?: Map<string, string | Uint8Array>;
  format?: string;
}

interface Site {
  origin: string;
  rpId: string;
}

const HERE: Site = { origin: 'http://localhost', rpId: 'localhost' };

/** An authenticator with one passkey: real signatures by ES256, data in CBOR as browsers send it. */
export function softAuthenticator({ origin, rpId }: Site = HERE) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const id = randomBytes(16);
  let counter = 0;
  let handle = '';

  const clientData = (type: string, challenge: string, wrong: Wrong): Buffer => {
    const { crossOrigin = false, topOrigin } = wrong;
    const data = { type: wrong.type ?? type, challenge: wrong.challenge ?? challenge };
    const framed = { crossOrigin, ...(topOrigin && { topOrigin }) };
    return Buffer.from(JSON.stringify({ ...data, origin: wrong.origin ?? origin, ...framed }));
  };

  function authenticatorData(wrong: Wrong, flags: number, more: Uint8Array = Buffer.of()): Buffer {
    counter = wrong.counter ?? counter + 1;
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    const all = PRESENT | (wrong.verified === false ? 0 : VERIFIED) | flags;
    return Buffer.concat([sha256(wrong.rpId ?? rpId), Buffer.of(all), count, more]);
  }

  const credential = (wrong: Wrong = {}) => {
    const shown = wrong.id ?? text(id);
    return { id: shown, rawId: shown, type: 'public-key' as const };
  };

  return {
    id: text(id),
    /** Makes the passkey. */
    create({ challenge, user }: { challenge: string; user: { id: string } }, wrong: Wrong = {}) {
      handle = user.id;
      const key = new Map<number, number | Uint8Array>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
        [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
      ]);
      const length = Buffer.alloc(2);
      length.writeUInt16BE(id.length);
      const made = Buffer.concat([Buffer.alloc(16), length, id, isoCBOR.encode(key)]);
      const statement = new Map<string, string | Uint8Array | Map<string, string | Uint8Array>>([
        ['fmt', wrong.format ?? 'none'],
        ['attStmt', wrong.attestation ?? new Map()],
        ['authData', new Uint8Array(authenticatorData(wrong, NEW_KEY, made))],
      ]);
      return {
        ...credential(wrong),
        response: {
          clientDataJSON: text(clientData('webauthn.create', challenge, wrong)),
          attestationObject: text(isoCBOR.encode(statement)),
          transports: ['internal'],
        },
      };
    },
    /** Signs a challenge. */
    sign({ challenge }: { challenge: string }, wrong: Wrong = {}) {
      const data = clientData('webauthn.get', challenge, wrong);
      const authenticator = authenticatorData(wrong, 0);
      const signature = sign('sha256', Buffer.concat([authenticator, sha256(data)]), privateKey);
      return {
        ...credential(wrong),
        response: {
          clientDataJSON: text(data),
          authenticatorData: text(authenticator),
          signature: text(signature),
          userHandle: wrong.userHandle ?? handle,
        },
      };
    },
  };
}

export type SoftAuthenticator = ReturnType<typeof softAuthenticator>;
