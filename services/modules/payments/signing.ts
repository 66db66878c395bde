import { type KeyObject, sign, verify } from 'node:crypto';

const RSA_SHA256 = 'RSA-SHA256';

/** Base64 of the signature over a text. */
export const signatureOf = (text: string, key: KeyObject): string =>
  sign(RSA_SHA256, Buffer.from(text), key).toString('base64');

export const isSignedBy = (text: string, signature: string, key: KeyObject): boolean =>
  verify(RSA_SHA256, Buffer.from(text), key, Buffer.from(signature, 'base64'));
