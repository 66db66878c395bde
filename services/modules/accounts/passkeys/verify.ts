import { z } from 'zod';
import type { NewPasskey, PasskeySignature } from '#services/contract/accounts/passkeys.ts';
import type { RelyingParty } from './relying-party.ts';

/** EdDSA, ECDSA on P-256, RSA with SHA-256: every authenticator has one of them. */
export const ALGORITHMS = [-8, -7, -257] as const;

interface Expected {
  party: RelyingParty;
  challenge: string;
}

interface Key {
  credential_id: string;
  public_key: Buffer;
}

/** Loaded with the first passkey: certificates and their schemas take memory. */
const library = () => import('@simplewebauthn/server');

const expectationsOf = ({ party, challenge }: Expected) => ({
  expectedChallenge: challenge,
  expectedOrigin: party.origin,
  expectedRPID: party.id,
  requireUserVerification: true,
});

const clientData = z.object({ challenge: z.string() });

/** The challenge that was answered; empty if it cannot be read. Nothing is verified yet. */
export function challengeIn({ response }: NewPasskey | PasskeySignature): string {
  try {
    const json: unknown = JSON.parse(Buffer.from(response.clientDataJSON, 'base64url').toString());
    return clientData.parse(json).challenge;
  } catch {
    return '';
  }
}

/** The library throws for everything that is wrong; input has only the right forms. */
const unlessWrong = <Result>(work: Promise<Result>): Promise<Result | undefined> =>
  work.catch(() => undefined);

/**
 * The attestation without its statement. The site asks for none, and the library would load lists of revoked
 * certificates from addresses that a statement names.
 */
async function withoutStatement(attestationObject: string): Promise<string> {
  const { decodeAttestationObject, isoCBOR } = await import('@simplewebauthn/server/helpers');
  const authData = decodeAttestationObject(Buffer.from(attestationObject, 'base64url')).get('authData');
  const plain = new Map<string, string | Uint8Array | Map<string, string>>([
    ['fmt', 'none'],
    ['attStmt', new Map()],
    ['authData', authData],
  ]);
  return Buffer.from(isoCBOR.encode(plain)).toString('base64url');
}

async function verified(credential: NewPasskey, expected: Expected) {
  const { verifyRegistrationResponse } = await library();
  const { response } = credential;
  const attestationObject = await withoutStatement(response.attestationObject);
  const { registrationInfo } = await verifyRegistrationResponse({
    ...expectationsOf(expected),
    supportedAlgorithmIDs: [...ALGORITHMS],
    response: {
      ...credential,
      response: { ...response, attestationObject },
      clientExtensionResults: {},
    },
  });
  if (registrationInfo === undefined) return undefined;
  const { id, publicKey, counter } = registrationInfo.credential;
  const synced = registrationInfo.credentialBackedUp;
  return { credential_id: id, public_key: Buffer.from(publicKey), counter, synced };
}

/** A passkey that was made for this site, with its person verified. Undefined if anything about it is wrong. */
export const verifyNewPasskey = (credential: NewPasskey, expected: Expected) =>
  unlessWrong(verified(credential, expected));

async function signed({ id, rawId, type, response }: PasskeySignature, key: Key, expected: Expected) {
  const { verifyAuthenticationResponse } = await library();
  const { userHandle, ...rest } = response;
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    ...expectationsOf(expected),
    response: {
      id,
      rawId,
      type,
      response: { ...rest, ...(userHandle && { userHandle }) },
      clientExtensionResults: {},
    },
    // The library compares counters before signatures: anybody could claim a copy.
    credential: { id: key.credential_id, publicKey: new Uint8Array(key.public_key), counter: 0 },
  });
  return verified ? authenticationInfo.newCounter : undefined;
}

/** The counter of a genuine signature by this key, with its person verified. Undefined if anything about it is wrong. */
export const verifySignature = (
  credential: PasskeySignature,
  key: Key,
  expected: Expected,
): Promise<number | undefined> => unlessWrong(signed(credential, key, expected));
