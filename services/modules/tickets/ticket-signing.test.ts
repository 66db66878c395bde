import { createPublicKey } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  readToken,
  type TicketClaim,
  type TicketKey,
  tokenBody,
  tokenText,
  verifyToken,
} from '#services/contract/tickets/ticket-token.ts';
import { secretsOf } from '#services/runtime/secrets.ts';
import { openTicketSigning } from './ticket-signing.ts';

const ours = openTicketSigning(secretsOf('ours'));
const theirs = openTicketSigning(secretsOf('theirs'));
const jwk = (x: string): TicketKey => ({ kty: 'OKP', crv: 'Ed25519', x });
const ourKey = jwk(ours.keys[0].x);

function tokenOf(claim: TicketClaim, signing = ours): string {
  const body = tokenBody(claim);
  return tokenText(body, signing.sign(body));
}

const hexId = fc
  .uint8Array({ minLength: 16, maxLength: 16 })
  .map((bytes) => Buffer.from(bytes).toString('hex'));
const claims: fc.Arbitrary<TicketClaim> = fc.record({
  ticket_id: hexId,
  plan_id: hexId,
  out_trade_no: fc.stringMatching(/^[0-9A-Za-z._:/#-]{1,80}$/),
  begin_time: fc.option(fc.integer({ min: 1, max: 2 ** 40 - 1 })),
  revision: fc.integer({ min: 0, max: 255 }),
});
const claim: TicketClaim = {
  ticket_id: '6b1f0c0a1b27000800000000000000aa',
  plan_id: '0192f0c0a1b27000800000000000000a',
  out_trade_no: '217639847123456789012345678',
  begin_time: 1_766_577_000,
  revision: 0,
};

describe('a token', () => {
  test('the public key is enough to verify the signed content', async () => {
    await fc.assert(
      fc.asyncProperty(claims, async (any) => {
        expect(await verifyToken(tokenOf(any), [ourKey])).toEqual(any);
      }),
    );
  });

  test('fits into an address unchanged, and into a small QR code', () => {
    expect(tokenOf(claim)).toMatch(/^[\w-]{170,176}$/);
    expect(encodeURIComponent(tokenOf(claim))).toBe(tokenOf(claim));
  });

  test('is the same every time, so that a printed ticket stays good', () => {
    const again = openTicketSigning(secretsOf('ours'));
    expect(tokenOf(claim, again)).toBe(tokenOf(claim));
    expect(again.keys).toEqual(ours.keys);
  });

  test('a token of another signer is invalid', async () => {
    await fc.assert(
      fc.asyncProperty(claims, async (any) => {
        expect(await verifyToken(tokenOf(any, theirs), [ourKey])).toBeUndefined();
      }),
    );
  });

  test('is nothing once any bit of it is another', async () => {
    const bytes = Buffer.from(tokenOf(claim), 'base64url');
    await fc.assert(
      fc.asyncProperty(fc.nat(bytes.length * 8 - 1), async (bit) => {
        const altered = Buffer.from(bytes);
        altered[bit >> 3] = (altered[bit >> 3] ?? 0) ^ (1 << (bit & 7));
        expect(await verifyToken(altered.toString('base64url'), [ourKey])).toBeUndefined();
      }),
    );
  });

  test('cannot be written in a second way', async () => {
    const token = tokenOf(claim);
    for (const other of [
      `${token}=`,
      `${token}A`,
      token.slice(0, -1),
      ` ${token}`,
      token.replace(/.$/, '!'),
    ]) {
      expect(await verifyToken(other, [ourKey])).toBeUndefined();
    }
    const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const good = await Promise.all(
      Array.from(letters, (last) => verifyToken(token.slice(0, -1) + last, [ourKey])),
    );
    expect(good.filter((one) => one !== undefined)).toHaveLength(1);
  });

  test('one’s signature does not fit another’s content', async () => {
    const other = { ...claim, ticket_id: '6b1f0c0a1b27000800000000000000ab' };
    const read = readToken(tokenOf(claim));
    expect(await verifyToken(tokenText(tokenBody(other), read!.signature), [ourKey])).toBeUndefined();
  });

  test('of a later version, and any other text, is read as nothing', () => {
    const body = tokenBody(claim);
    body[0] = 3;
    expect(readToken(tokenText(body, ours.sign(body)))).toBeUndefined();
    const unchanged = Uint8Array.from([2, ...body.slice(1), 0]);
    expect(readToken(tokenText(unchanged, ours.sign(unchanged)))).toBeUndefined();
    fc.assert(fc.property(fc.string(), (text) => readToken(text) === undefined));
    expect(readToken('A'.repeat(100_000))).toBeUndefined();
  });
});

test('the published PEM and JWK are one key', () => {
  const { x } = createPublicKey(ours.pem).export({ format: 'jwk' });
  expect(x).toBe(ours.keys[0].x);
});

test('with a new key the codes of the former one stay valid, and those of the next one are', async () => {
  const former = tokenOf(claim);
  const rotated = openTicketSigning(secretsOf('theirs', 'ours'));
  expect(await verifyToken(former, rotated.keys)).toEqual(claim);
  expect(tokenOf(claim, rotated)).toBe(tokenOf(claim, theirs));
  expect(
    await verifyToken(tokenOf(claim, rotated), openTicketSigning(secretsOf('ours', 'theirs')).keys),
  ).toEqual(claim);
  // Without the private key: the database has the public one.
  const recorded = [{ name: 'ticket-signing' as const, public_key: ours.pem }];
  expect(await verifyToken(former, openTicketSigning(secretsOf('theirs'), recorded).keys)).toEqual(claim);
  expect(await verifyToken(former, theirs.keys)).toBeUndefined();
});

test('ids that are no ids of ours are not signed', () => {
  expect(() => tokenBody({ ...claim, ticket_id: 'ticket-1' })).toThrow('32 hex digits');
  expect(() => tokenBody({ ...claim, out_trade_no: 'a b' })).toThrow('order number');
});
