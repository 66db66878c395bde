import { expect, test, vi } from 'vitest';

const stored = new Map<string, string>();
vi.stubGlobal('localStorage', {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => void stored.set(key, value),
  removeItem: (key: string) => void stored.delete(key),
});
const { consent, waitsForConsent } = await import('./consent.ts');

test('after two refusals a person changes nothing, but signs out, leaves and agrees', () => {
  expect(waitsForConsent('u1', '/api/post/like')).toBe(false);
  consent.refusedTwice('u1');
  expect(stored.get('privacy_status')).toBe('read_only u1');
  for (const path of ['/api/post/like', '/api/order/create-order', '/api/my/accept-terms-of-others'])
    expect(waitsForConsent('u1', path)).toBe(true);
  for (const path of ['/api/passport/logout', '/api/account/submit-cancellation', '/api/my/accept-terms'])
    expect(waitsForConsent('u1', path)).toBe(false);
  expect(waitsForConsent('u2', '/api/post/like')).toBe(false);
  expect(waitsForConsent(undefined, '/api/post/like')).toBe(false);
});

test('who agreed is not asked again for the same version, and reads and writes', () => {
  consent.refusedTwice('u1');
  consent.agreed('u1', '2026-11-30');
  expect(consent.hasAgreed('u1', '2026-11-30')).toBe(true);
  expect(consent.hasAgreed('u1', '2027-01-01')).toBe(false);
  expect(consent.hasAgreed('u2', '2026-11-30')).toBe(false);
  expect(waitsForConsent('u1', '/api/post/like')).toBe(false);
  expect(stored.has('privacy_status')).toBe(false);
});
