import { describe, expect, it } from 'vitest';
import { faultOfSignature, SIGNATURE_HEADER, signedHeaders, TIMESTAMP_HEADER } from './signature.ts';

const KEY = Buffer.alloc(32, 1);
const NOW = Date.parse('2026-05-15T04:00:00Z');
const BODY = Buffer.from('{"notice_id":"nt_1","amount":3000}');

describe('signature of a notice', () => {
  it('holds over exactly the bytes that were signed', () => {
    expect(faultOfSignature(KEY, BODY, signedHeaders(KEY, BODY, NOW), NOW)).toBeUndefined();
  });

  it.each([...BODY.keys()])('fails when byte %i of the body was altered', (at) => {
    const altered = Buffer.from(BODY);
    altered[at] = (altered[at] ?? 0) ^ 1;
    expect(faultOfSignature(KEY, altered, signedHeaders(KEY, BODY, NOW), NOW)).toBe('signature_wrong');
  });

  it('fails under another key', () => {
    const forged = signedHeaders(Buffer.alloc(32, 2), BODY, NOW);
    expect(faultOfSignature(KEY, BODY, forged, NOW)).toBe('signature_wrong');
  });

  it('fails when the timestamp was changed to make it fresh', () => {
    const old = signedHeaders(KEY, BODY, NOW - 3_600_000);
    const freshened = { ...old, [TIMESTAMP_HEADER]: String(NOW / 1000) };
    expect(faultOfSignature(KEY, BODY, freshened, NOW)).toBe('signature_wrong');
  });

  it.each([
    ['300 s old', -300_000, undefined],
    ['301 s old', -301_000, 'stale'],
    ['300 s ahead', 300_000, undefined],
    ['301 s ahead', 301_000, 'stale'],
  ])('signed %s', (_, shift, fault) => {
    expect(faultOfSignature(KEY, BODY, signedHeaders(KEY, BODY, NOW + shift), NOW)).toBe(fault);
  });

  it.each([TIMESTAMP_HEADER, SIGNATURE_HEADER])('is missing without %s', (header) => {
    const headers = { ...signedHeaders(KEY, BODY, NOW), [header]: undefined };
    expect(faultOfSignature(KEY, BODY, headers, NOW)).toBe('signature_missing');
  });

  it.each(['', 'zz', 'A'.repeat(64), 'a'.repeat(63), 'a'.repeat(65)])(
    'of the wrong form is wrong: %j',
    (text) => {
      const headers = { ...signedHeaders(KEY, BODY, NOW), [SIGNATURE_HEADER]: text };
      expect(faultOfSignature(KEY, BODY, headers, NOW)).toBe('signature_wrong');
    },
  );
});
