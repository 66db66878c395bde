import { createCipheriv, createECDH, createPrivateKey, hkdfSync, randomBytes, sign } from 'node:crypto';

const CURVE = 'prime256v1';
const POINT_BYTES = 65;
/** Largest record of the encoding, of which a payload is one; push services take 4,096 bytes. */
const RECORD_BYTES = 4096;
/** A token is valid for at most a day. */
const TOKEN_SECONDS = 12 * 3600;

/** Keys of a browser, as it made them. */
export interface BrowserKeys {
  p256dh: Buffer;
  auth: Buffer;
}

const derive = (key: Buffer, salt: Buffer, info: Buffer, bytes: number): Buffer =>
  Buffer.from(hkdfSync('sha256', key, salt, info, bytes));
const infoOf = (name: string): Buffer => Buffer.from(`Content-Encoding: ${name}\0`);

/** For tests: the values that are random otherwise. */
interface Ephemeral {
  privateKey: Buffer;
  salt: Buffer;
}

/**
 * Encrypts a payload for one browser (RFC 8291, one record of aes128gcm). Throws for a `p256dh` that is no point of the
 * curve.
 */
export function encryptedFor({ p256dh, auth }: BrowserKeys, payload: Buffer, fixed?: Ephemeral): Buffer {
  const own = createECDH(CURVE);
  if (fixed) own.setPrivateKey(fixed.privateKey);
  else own.generateKeys();
  const ownPoint = own.getPublicKey();
  const salt = fixed?.salt ?? randomBytes(16);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), p256dh, ownPoint]);
  const secret = derive(own.computeSecret(p256dh), auth, info, 32);
  const cipher = createCipheriv(
    'aes-128-gcm',
    derive(secret, salt, infoOf('aes128gcm'), 16),
    derive(secret, salt, infoOf('nonce'), 12),
  );
  const head = Buffer.alloc(5);
  head.writeUInt32BE(RECORD_BYTES, 0);
  head.writeUInt8(POINT_BYTES, 4);
  // 2: the last record.
  const text = Buffer.concat([cipher.update(payload), cipher.update(Buffer.from([2])), cipher.final()]);
  return Buffer.concat([salt, head, ownPoint, text, cipher.getAuthTag()]);
}

/** Whether these are keys of a browser. */
export function areBrowserKeys({ p256dh, auth }: BrowserKeys): boolean {
  if (p256dh.length !== POINT_BYTES || auth.length !== 16) return false;
  try {
    const own = createECDH(CURVE);
    own.generateKeys();
    own.computeSecret(p256dh);
    return true;
  } catch {
    return false;
  }
}

/** Names this installation to push services (RFC 8292). */
export interface PushIdentity {
  /** For browsers that subscribe: base64url. */
  publicKey: string;
  /** The header for a request to this origin. @param subject the installation's own address */
  authorization(origin: string, subject: string, seconds: number): string;
}

/** @param privateKey 32 bytes: the same in every process, and after every start */
export function pushIdentity(privateKey: Buffer): PushIdentity {
  const own = createECDH(CURVE);
  own.setPrivateKey(privateKey);
  const point = own.getPublicKey();
  const publicKey = point.toString('base64url');
  const coordinate = (from: number): string => point.subarray(from, from + 32).toString('base64url');
  const d = own.getPrivateKey().toString('base64url');
  const jwk = { kty: 'EC', crv: 'P-256', d, x: coordinate(1), y: coordinate(33) };
  const key = createPrivateKey({ key: jwk, format: 'jwk' });
  const encoded = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url');
  return {
    publicKey,
    authorization(aud, sub, seconds) {
      const signed = `${encoded({ typ: 'JWT', alg: 'ES256' })}.${encoded({ aud, exp: seconds + TOKEN_SECONDS, sub })}`;
      const signature = sign('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' });
      return `vapid t=${signed}.${signature.toString('base64url')}, k=${publicKey}`;
    },
  };
}
