import { expect, test, vi } from 'vitest';
import { setVisitsCounted } from '#services/contract/accounts/accounts.ts';
import { acceptCase, closeCase, declineCase, openCase } from '#services/contract/cases/cases.ts';
import { deletePlan } from '#services/contract/catalog/plan-changes.ts';
import { deleteComment } from '#services/contract/content/comments.ts';
import { deletePost } from '#services/contract/content/posts.ts';
import { deleteAddress } from '#services/contract/delivery/addresses.ts';
import { updateExpress } from '#services/contract/delivery/express.ts';
import { endAgreement } from '#services/contract/memberships/calls.ts';
import { editNotifyConfig } from '#services/contract/messages/notify-config.ts';
import { unsubscribe } from '#services/contract/messages/unsubscribe.ts';
import { refundOrder } from '#services/contract/orders/after-payment.ts';
import { cancelOrder } from '#services/contract/orders/orders.ts';
import { bindBank } from '#services/contract/withdrawals/withdraw-methods.ts';
import { applyWithdraw } from '#services/contract/withdrawals/withdrawals.ts';

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
  // Nobody has to agree in order to leave, or to get what is theirs.
  for (const { path } of [
    unsubscribe,
    endAgreement,
    deletePlan,
    cancelOrder,
    openCase,
    closeCase,
    declineCase,
    acceptCase,
    refundOrder,
    updateExpress,
    applyWithdraw,
    bindBank,
    editNotifyConfig,
    setVisitsCounted,
    deleteComment,
    deletePost,
    deleteAddress,
  ])
    expect(`${path} ${waitsForConsent('u1', path)}`).toBe(`${path} false`);
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
