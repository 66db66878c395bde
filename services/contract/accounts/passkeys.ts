import { z } from 'zod';
import { endpoint } from '#services/contract/endpoint.ts';
import { id, line, nothing, text } from '#services/contract/fields/fields.ts';
import { session } from './accounts.ts';
import { change, recoveryCodes } from './factors.ts';

/** Characters. */
export const MAX_PASSKEY_NAME = 40;

/** Bytes as browsers send them. */
const base64url = (max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .regex(/^[0-9A-Za-z_-]+$/);

/** At most 1,023 bytes (WebAuthn). */
const credentialId = base64url(1364);
const transport = z
  .string()
  .max(20)
  .regex(/^[a-z-]+$/);
const named = { id: credentialId, rawId: credentialId, type: z.literal('public-key') };
const descriptor = z.object({
  id: credentialId,
  type: z.literal('public-key'),
  transports: z.array(transport),
});

/** A new passkey, as browsers send it (RegistrationResponseJSON of WebAuthn). */
const newPasskey = z.object({
  ...named,
  response: z.object({
    clientDataJSON: base64url(4_000),
    attestationObject: base64url(8_000),
    transports: z.array(transport).max(10).default([]),
  }),
});
/** The signature of a passkey (AuthenticationResponseJSON of WebAuthn). */
export const passkeySignature = z.object({
  ...named,
  response: z.object({
    clientDataJSON: base64url(4_000),
    authenticatorData: base64url(2_000),
    signature: base64url(2_000),
    userHandle: base64url(88).nullish(),
  }),
});

/** Of a passkey that can sign in. It can be used within five minutes, once, in this session. */
const request = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.number().int(),
  userVerification: z.literal('required'),
  /** Empty: any passkey of this site */
  allowCredentials: z.array(descriptor),
});

/** What the browser needs to make a passkey (PublicKeyCredentialCreationOptionsJSON of WebAuthn). 40902 above 10 passkeys. */
export const setUpPasskey = endpoint('POST', '/api/account/set-up-passkey', {
  ...change,
  answer: z.object({
    challenge: z.string(),
    rp: z.object({ id: z.string(), name: z.string() }),
    user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
    pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.number().int() })),
    timeout: z.number().int(),
    attestation: z.literal('none'),
    authenticatorSelection: z.object({
      residentKey: z.literal('required'),
      requireResidentKey: z.literal(true),
      userVerification: z.literal('required'),
    }),
    excludeCredentials: z.array(descriptor),
  }),
});
/** Saves it. The first factor of a person comes with recovery codes; otherwise there are none. */
export const addPasskey = endpoint('POST', '/api/account/add-passkey', {
  access: 'fan',
  limit: 'guess',
  body: z.object({
    /** Empty: the name of the browser and system. */
    name: line(MAX_PASSKEY_NAME),
    credential: newPasskey,
  }),
  answer: recoveryCodes,
});
/** Another name, for the owner's list only: it needs no confirmation and sends no message. 40400 when it was removed. */
export const renamePasskey = endpoint('POST', '/api/account/rename-passkey', {
  access: 'fan',
  body: z.object({ passkey_id: id, name: line(MAX_PASSKEY_NAME, 1) }),
  answer: nothing,
});
/** With the last factor the recovery codes end. */
export const removePasskey = endpoint('POST', '/api/account/remove-passkey', {
  ...change,
  body: z.object({ passkey_id: id }),
  answer: nothing,
});

/** For a signature that confirms a call: `x-confirm` takes `passkey.` and the signature as JSON in base64url. */
export const passkeyForConfirm = endpoint('POST', '/api/account/passkey-for-confirm', {
  access: 'fan',
  answer: request,
});

const halfToken = text(100, 1).optional();
/** For a signature that signs in; with the token of a sign-in, for its second step (40101 when it has ended). */
export const passkeyForSignIn = endpoint('POST', '/api/passport/passkey-for-sign-in', {
  access: 'guest',
  body: z.object({ half_token: halfToken }),
  answer: request,
});
/** Signs in without a password: a passkey that knows its person counts as both factors. With a token it is the second step. */
export const signInByPasskey = endpoint('POST', '/api/passport/passkey', {
  access: 'guest',
  body: z.object({ half_token: halfToken, credential: passkeySignature }),
  answer: session,
});

export type NewPasskey = z.infer<typeof newPasskey>;
export type PasskeySignature = z.infer<typeof passkeySignature>;
export type PasskeyRequest = z.infer<typeof request>;
