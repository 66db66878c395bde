import { createPublicKey, randomBytes, verify } from 'node:crypto';
import { expect, test } from 'vitest';
import { areBrowserKeys, encryptedFor, pushIdentity } from './web-push.ts';

const bytes = (text: string): Buffer => Buffer.from(text, 'base64url');

// RFC 8291, appendix A.
const browser = {
  p256dh: bytes('BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4'),
  auth: bytes('BTBZMqHH6r4Tts7J_aSIgg'),
};

test('a payload is encrypted as the standard shows', () => {
  const fixed = {
    privateKey: bytes('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw'),
    salt: bytes('DGv6ra1nlYgDCS1FRnbzlw'),
  };
  const text = 'When I grow up, I want to be a watermelon';
  expect(encryptedFor(browser, Buffer.from(text), fixed).toString('base64url')).toBe(
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  );
  expect(encryptedFor(browser, Buffer.from(text))).not.toEqual(encryptedFor(browser, Buffer.from(text)));
});

test('keys that no browser makes are recognised', () => {
  expect(areBrowserKeys(browser)).toBe(true);
  const { p256dh, auth } = browser;
  const offCurve = Buffer.from(p256dh);
  offCurve.writeUInt8(offCurve.readUInt8(40) ^ 1, 40);
  for (const wrong of [
    { p256dh: offCurve, auth },
    { p256dh: p256dh.subarray(1), auth },
    { p256dh: Buffer.alloc(65), auth },
    { p256dh, auth: auth.subarray(1) },
    { p256dh: Buffer.alloc(0), auth },
  ])
    expect(areBrowserKeys(wrong)).toBe(false);
});

test('an installation signs for the origin of a push service, always with the same key', () => {
  const master = randomBytes(32);
  const identity = pushIdentity(master);
  expect(pushIdentity(master).publicKey).toBe(identity.publicKey);
  expect(pushIdentity(randomBytes(32)).publicKey).not.toBe(identity.publicKey);
  const header = identity.authorization('https://push.example', 'https://fanwatt.example', 1_000);
  const [, head = '', claims = '', signature = '', k] =
    /^vapid t=([^.]+)\.([^.]+)\.([^,]+), k=(.+)$/.exec(header) ?? [];
  expect(k).toBe(identity.publicKey);
  expect(JSON.parse(bytes(head).toString())).toEqual({ typ: 'JWT', alg: 'ES256' });
  expect(JSON.parse(bytes(claims).toString())).toEqual({
    aud: 'https://push.example',
    exp: 1_000 + 43_200,
    sub: 'https://fanwatt.example',
  });
  const point = bytes(identity.publicKey);
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'));
  const key = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' }, format: 'jwk' });
  const checked = { key, dsaEncoding: 'ieee-p1363' } as const;
  expect(verify('sha256', Buffer.from(`${head}.${claims}`), checked, bytes(signature))).toBe(true);
});
